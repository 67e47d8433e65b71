# What people type by habit; each line calls the real thing. For GNU make and bmake.
#
#     make && sudo make install             into /usr/local; as another place: make install PREFIX=$HOME/.local
#     make install DESTDIR=folder           as packages are made
#     sudo make uninstall                   with the PREFIX of the installation

PREFIX = /usr/local
BINARIES = $(PREFIX)/bin
MANUALS = $(PREFIX)/share/man/man1
BASH_COMPLETIONS = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(PREFIX)/share/fish/vendor_completions.d
COMMAND = .build/make/release/xml2dict

# With Swift's library inside where that is possible: what is installed does not need the toolchain that built it. In a folder of its
# own, so that no other build takes its place before it is installed.
build:
	swift build -c release --product xml2dict --scratch-path .build/make $$([ "$$(uname)" = Darwin ] || echo --static-swift-stdlib)

test:
	swift test

# What .ci/run does, without installing anything, and with warnings.
check:
	Scripts/check

# That, and what takes long: before a release, and every night.
check-all:
	Scripts/check --all

bench:
	Benchmarks/benchmark

docs:
	Scripts/docs

# It does not build: root may have no Swift. Folders may have spaces in their names.
install:
	@[ -x "$(COMMAND)" ] || { echo "$(COMMAND) is missing: please run make first" >&2; exit 1; }
	install -d "$(DESTDIR)$(BINARIES)" "$(DESTDIR)$(MANUALS)"
	install -d "$(DESTDIR)$(BASH_COMPLETIONS)" "$(DESTDIR)$(ZSH_COMPLETIONS)" "$(DESTDIR)$(FISH_COMPLETIONS)"
	install -m 755 "$(COMMAND)" "$(DESTDIR)$(BINARIES)/xml2dict"
	install -m 644 Documentation/xml2dict.1 "$(DESTDIR)$(MANUALS)/xml2dict.1"
	install -m 644 Completions/xml2dict.bash "$(DESTDIR)$(BASH_COMPLETIONS)/xml2dict"
	install -m 644 Completions/_xml2dict "$(DESTDIR)$(ZSH_COMPLETIONS)/_xml2dict"
	install -m 644 Completions/xml2dict.fish "$(DESTDIR)$(FISH_COMPLETIONS)/xml2dict.fish"

uninstall:
	rm -f "$(DESTDIR)$(BINARIES)/xml2dict" "$(DESTDIR)$(MANUALS)/xml2dict.1"
	rm -f "$(DESTDIR)$(BASH_COMPLETIONS)/xml2dict" "$(DESTDIR)$(ZSH_COMPLETIONS)/_xml2dict"
	rm -f "$(DESTDIR)$(FISH_COMPLETIONS)/xml2dict.fish"

.PHONY: build test check check-all bench docs install uninstall
