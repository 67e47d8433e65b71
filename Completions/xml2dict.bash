# Made by xml2dict --generate from the table of its flags.
_xml2dict() {
    local current=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} joined= word
    COMPREPLY=()
    if [[ $current == "=" ]]; then
        current= joined=1
    elif [[ $flag == "=" ]]; then
        flag=${COMP_WORDS[COMP_CWORD - 2]} joined=1
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
        if [[ $word == "--" ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
        fi
    done
    case $flag in
        --records)
            :
            return
            ;;
        -o | --output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --indent)
            :
            return
            ;;
        --color)
            if [[ $joined ]]; then
                mapfile -t COMPREPLY < <(compgen -W "always never auto" -- "$current")
                return
            fi
            ;;
        --convention)
            mapfile -t COMPREPLY < <(compgen -W "xmlreader xmltodict badgerfish parker gdata jsonml" -- "$current")
            return
            ;;
        --attributes)
            mapfile -t COMPREPLY < <(compgen -W "merge prefix group discard" -- "$current")
            return
            ;;
        --attr-prefix)
            :
            return
            ;;
        --attr-group)
            :
            return
            ;;
        --text-only)
            mapfile -t COMPREPLY < <(compgen -W "dictionary string" -- "$current")
            return
            ;;
        --force-text)
            :
            return
            ;;
        --empty)
            mapfile -t COMPREPLY < <(compgen -W "dictionary null string omit" -- "$current")
            return
            ;;
        --force-list)
            :
            return
            ;;
        --force-list-file)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --siblings)
            mapfile -t COMPREPLY < <(compgen -W "fold array" -- "$current")
            return
            ;;
        --elements)
            mapfile -t COMPREPLY < <(compgen -W "dictionary array" -- "$current")
            return
            ;;
        --root)
            mapfile -t COMPREPLY < <(compgen -W "keep drop" -- "$current")
            return
            ;;
        --on-collision)
            mapfile -t COMPREPLY < <(compgen -W "fold error" -- "$current")
            return
            ;;
        --text-key)
            :
            return
            ;;
        --trim)
            mapfile -t COMPREPLY < <(compgen -W "ends collapse none" -- "$current")
            return
            ;;
        --xml-space)
            mapfile -t COMPREPLY < <(compgen -W "honor ignore" -- "$current")
            return
            ;;
        --text-separator)
            :
            return
            ;;
        --cdata-key)
            :
            return
            ;;
        --comment-key)
            :
            return
            ;;
        --pi-key)
            :
            return
            ;;
        --doctype-key)
            :
            return
            ;;
        --xml-declaration)
            mapfile -t COMPREPLY < <(compgen -W "keep drop" -- "$current")
            return
            ;;
        --namespaces)
            mapfile -t COMPREPLY < <(compgen -W "keep strip expand" -- "$current")
            return
            ;;
        --namespace)
            :
            return
            ;;
        --xmlns)
            mapfile -t COMPREPLY < <(compgen -W "keep collect inherit drop" -- "$current")
            return
            ;;
        --xmlns-default-key)
            :
            return
            ;;
        --prefix-separator)
            :
            return
            ;;
        --keys)
            mapfile -t COMPREPLY < <(compgen -W "keep lower snake camel" -- "$current")
            return
            ;;
        --type)
            :
            return
            ;;
        --select)
            :
            return
            ;;
        --skip)
            :
            return
            ;;
        --encoding)
            :
            return
            ;;
        --entities)
            mapfile -t COMPREPLY < <(compgen -W "expand forbid html keep" -- "$current")
            return
            ;;
        --max-depth)
            :
            return
            ;;
        --max-token-length)
            :
            return
            ;;
        --max-name-length)
            :
            return
            ;;
        --max-namespace-length)
            :
            return
            ;;
        --max-attributes)
            :
            return
            ;;
        --max-entities)
            :
            return
            ;;
        --max-entity-depth)
            :
            return
            ;;
        --max-entity-length)
            :
            return
            ;;
        --max-attribute-declarations)
            :
            return
            ;;
        --max-amplification)
            :
            return
            ;;
        --generate)
            mapfile -t COMPREPLY < <(compgen -W "man bash zsh fish" -- "$current")
            return
            ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--records -o --output -c --compact --indent --tab -S --sort-keys --ascii -C --color --convention --attributes --attr-prefix --attr-group --text-only --force-text --empty --force-list --force-list-file --force-list-all --siblings --elements --root --on-collision --text-key --trim --no-trim --xml-space --protect-cdata --text-separator --cdata-key --comment-key --pi-key --doctype-key --xml-declaration --namespaces --namespace --xmlns --xmlns-default-key --prefix-separator --keys --types --type --nil --select --skip --encoding --entities --max-depth --max-token-length --max-name-length --max-namespace-length --max-attributes --max-entities --max-entity-depth --max-entity-length --max-attribute-declarations --max-amplification --no-progress --generate -h --help --version" -- "$current")
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -F _xml2dict xml2dict
