# Made by xml2dict --generate from the table of its flags.
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
            mapfile -t COMPREPLY < <(compgen -W "xmlreader xmltodict badgerfish parker gdata jsonml faithful" -- "$current")
            return
            ;;
        --attributes)
            mapfile -t COMPREPLY < <(compgen -W "merge prefix group discard" -- "$current")
            return
            ;;
        --attr-prefix | --xml-attribute-prefix | --attr_prefix | --xml_attribute_prefix)
            :
            return
            ;;
        --attr-group | --attr_group)
            :
            return
            ;;
        --text-only | --text_only)
            mapfile -t COMPREPLY < <(compgen -W "dictionary string" -- "$current")
            return
            ;;
        --force-text | --force_text)
            :
            return
            ;;
        --empty)
            mapfile -t COMPREPLY < <(compgen -W "dictionary null string omit" -- "$current")
            return
            ;;
        --force-list | --xml-force-list | --force_list | --xml_force_list)
            :
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
        --order-key | --order_key)
            :
            return
            ;;
        --text-key | --xml-content-name | --text_key | --xml_content_name)
            :
            return
            ;;
        --trim)
            mapfile -t COMPREPLY < <(compgen -W "ends collapse layout none" -- "$current")
            return
            ;;
        --xml-space | --xml_space)
            mapfile -t COMPREPLY < <(compgen -W "honor ignore" -- "$current")
            return
            ;;
        --text-separator | --text_separator)
            :
            return
            ;;
        --cdata-key)
            :
            return
            ;;
        --comment-key | --comment_key)
            :
            return
            ;;
        --pi-key | --pi_key)
            :
            return
            ;;
        --doctype-key | --doctype_key)
            :
            return
            ;;
        --xml-declaration | --xml_declaration)
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
        --prefix-separator | --prefix_separator)
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
        --item)
            :
            return
            ;;
        --attribute-name | --attribute_name)
            :
            return
            ;;
        --empty-tags | --empty_tags)
            mapfile -t COMPREPLY < <(compgen -W "short long" -- "$current")
            return
            ;;
        --select)
            :
            return
            ;;
        --on-error | --on_error)
            mapfile -t COMPREPLY < <(compgen -W "stop skip" -- "$current")
            return
            ;;
        --origin)
            :
            return
            ;;
        --ancestors)
            :
            return
            ;;
        --skip)
            :
            return
            ;;
        --describe)
            if [[ $joined ]]; then
                mapfile -t COMPREPLY < <(compgen -W "table json-schema swift html" -- "$current")
                return
            fi
            ;;
        --max-paths | --max_paths)
            :
            return
            ;;
        --shape)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --missing)
            mapfile -t COMPREPLY < <(compgen -W "absent list" -- "$current")
            return
            ;;
        --on-mismatch | --on_mismatch)
            mapfile -t COMPREPLY < <(compgen -W "error warn" -- "$current")
            return
            ;;
        --max-members | --max_members)
            :
            return
            ;;
        --set)
            :
            return
            ;;
        --delete)
            :
            return
            ;;
        --encoding)
            :
            return
            ;;
        --decompress)
            mapfile -t COMPREPLY < <(compgen -W "auto never" -- "$current")
            return
            ;;
        --entities)
            mapfile -t COMPREPLY < <(compgen -W "expand forbid html" -- "$current")
            return
            ;;
        --invalid)
            mapfile -t COMPREPLY < <(compgen -W "error replace" -- "$current")
            return
            ;;
        -j | --threads)
            :
            return
            ;;
        --part-size | --part_size)
            :
            return
            ;;
        --part)
            :
            return
            ;;
        --max-depth | --max_depth)
            :
            return
            ;;
        --max-token-length | --max_token_length)
            :
            return
            ;;
        --max-name-length | --max_name_length)
            :
            return
            ;;
        --max-attributes | --max_attributes)
            :
            return
            ;;
        --max-entities | --max_entities)
            :
            return
            ;;
        --max-entity-length | --max_entity_length)
            :
            return
            ;;
        --max-amplification | --max_amplification)
            :
            return
            ;;
        --max-result | --max_result)
            :
            return
            ;;
        --max-errors | --max_errors)
            :
            return
            ;;
        --generate)
            mapfile -t COMPREPLY < <(compgen -W "man bash zsh fish" -- "$current")
            return
            ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--records -x --to-xml -o --output -c --compact --indent --tab -S --sort-keys --ascii -C --color --convention --attributes --attr-prefix --attr-group --text-only --force-text --empty --force-list --siblings --elements --root --order-key --text-key --trim --xml-space --text-separator --cdata-key --comment-key --pi-key --doctype-key --xml-declaration --namespaces --namespace --xmlns --prefix-separator --keys --types --type --nil --item --attribute-name --declare --empty-tags --select --on-error --origin --ancestors --skip --require-match --describe --max-paths --shape --missing --on-mismatch --max-members --set --delete --in-place --encoding --concatenated --decompress --entities --invalid -j --threads --plan --part-size --part --max-depth --max-token-length --max-name-length --max-attributes --max-entities --max-entity-length --max-amplification --max-result --max-errors -q --quiet --generate -h --help --version" -- "$current")
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -F _xml2dict xml2dict
