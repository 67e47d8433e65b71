/// Completions of flags and their values for shells, generated from the flag table.
///
/// The shell completes names of files, for inputs and for flags that take a file.
enum Completions {
    private static let note = "# Made by xml2dict --generate from the table of its flags."

    /// A function for bash that works without the package bash-completion.
    ///
    /// Bash splits words at `=` and `:`, so `--trim=e` arrives as three words, and `--namespace=urn:a=p` as seven.
    static var bash: String {
        """
        \(note)
        _xml2dict() {
            local current=${COMP_WORDS[COMP_CWORD]} start=$COMP_CWORD flag joined= word
            COMPREPLY=()
            if [[ $current == [=:] ]]; then
                current= start=$((start + 1))
            fi
            while ((start > 2)) && [[ ${COMP_WORDS[start - 1]} == [=:]* ]]; do
                start=$((start - 2))
            done
            flag=${COMP_WORDS[start]}
            if [[ $start -lt $COMP_CWORD && $flag == --* ]]; then
                joined=1
            else
                flag=${COMP_WORDS[start - 1]}
            fi
            for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
                if [[ $word == "--" ]]; then
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                fi
            done
            case $flag in
        \(Flag.all.compactMap(bashCase).joined(separator: "\n"))
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "\(Flag.all.flatMap(\.names).joined(separator: " "))" -- "$current")
            else
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
        }
        complete -F _xml2dict xml2dict

        """
    }

    private static func bashCase(_ flag: Flag) -> String? {
        guard flag.placeholder != nil else { return nil }
        let action =
            switch flag.kind {
            case .text: ":"
            case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
            case .words(let words):
                "mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")"
            }
        if flag.isOptional {
            return "        --\(flag.name))\n            if [[ $joined ]]; then\n                \(action)\n"
                + "                return\n            fi\n            ;;"
        }
        let names = flag.names.prefix(flag.names.count - 1) + flag.allNames.map { "--\($0)" }
        return "        \(names.joined(separator: " | ")))\n            \(action)\n            return\n            ;;"
    }

    static var zsh: String {
        """
        #compdef xml2dict
        \(note)
        _arguments -s -S \\
        \(Flag.all.map(zshRow).joined(separator: " \\\n")) \\
            '*:file:_files'

        """
    }

    private static func zshRow(_ flag: Flag) -> String {
        let marks = flag.placeholder == nil ? ("", "") : flag.isOptional ? ("-", "=-") : ("+", "=")
        let values =
            switch flag.kind {
            case .text: " "
            case .file: "_files"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
        let action = flag.placeholder.map { "\(flag.isOptional ? "::" : ":")\(zshText($0)):\(values)" } ?? ""
        let names = flag.letter.map { "'{-\($0)\(marks.0),--\(flag.name)\(marks.1)}'" } ?? "--\(flag.name)\(marks.1)"
        return "    '*\(names)[\(zshText(flag.help))]\(action)'"
    }

    /// Escapes text for single quotes and square brackets.
    private static func zshText(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "'": escaped += "'\\''"
            case "[", "]", ":", "\\": escaped += "\\\(character)"
            default: escaped.append(character)
            }
        }
    }

    static var fish: String {
        note + "\n" + Flag.all.map(fishRow).joined(separator: "\n") + "\n"
    }

    private static func fishRow(_ flag: Flag) -> String {
        let value =
            switch flag.kind {
            case .text: flag.placeholder == nil ? "" : " -x"
            case .file: " -r -F"
            case .words(let words): " \(flag.isOptional ? "-f" : "-x") -a '\(words.joined(separator: " "))'"
            }
        let help = flag.help.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
        return "complete -c xml2dict\(flag.letter.map { " -s \($0)" } ?? "") -l \(flag.name)\(value) -d '\(help)'"
    }
}
