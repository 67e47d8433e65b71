import XML2Dict

/// Hints for flags that the command does not have.
extension CommandLineParser {
    /// The error for an unknown flag, with what the user may have meant.
    static func unknown(_ word: String) -> CommandError {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let hyphened = String(name.map { $0 == "_" ? "-" : $0 })
        if let hint = hints[hyphened] { return CommandError("unknown flag '\(word)'; \(hint)") }
        guard word.hasPrefix("--") else { return CommandError("unknown flag '\(word)'") }
        let candidates = Flag.all.compactMap { flag in flag.allNames.first { $0.hasPrefix(name) } }
        if candidates.count > 1, !name.isEmpty {
            return CommandError("'\(word)' could be " + candidates.map { "--" + $0 }.joined(separator: " or "))
        }
        // A line of a file of arguments is one word; a shell would make two of it.
        let known = name.prefix { $0 != " " }
        if known.count < name.count, Flag.all.contains(where: { $0.allNames.contains(String(known)) }) {
            return CommandError("unknown flag '\(word)'; write the value after an equals sign, as in --\(known)=VALUE")
        }
        // A short word is near to many names: only a third of the letters may differ.
        let most = min(2, name.count / 3)
        let near = Flag.all.map(\.name).nearest(to: name, within: most)
        let hint = near.map { "; did you mean --\($0)?" } ?? ""
        return CommandError("unknown flag '\(word)'\(hint)")
    }

    /// Hints for names and letters of other tools; the names have hyphens in place of underscores.
    private static let hints = [
        "xpath": records, "filter": records, "path": records, "query": records, "stream": records, "jsonl": records,
        "ndjson": records, "lines": records, "item-depth": records, "xml-item-depth": records,
        "strip-namespaces": "use --namespaces strip", "no-namespaces": "use --namespaces strip",
        "remove-namespaces": "use --namespaces strip", "removeNSPrefix": "use --namespaces strip",
        "raw": raw, "raw-output": raw, "r": raw,
        "V": "use --version", "v": "use --version", "verbose": "messages and progress are shown without it",
        "silent": "use --quiet", "no-progress": "use --quiet", "s": "use --quiet",
        "quite": "use --quiet", "to-json": "JSON is written without it", "schema": "use --shape FILE",
        "force-array": "use --force-list PATH", "no-attributes": "use --attributes discard",
        "infer-types": "use --types",
        "pretty": "JSON is pretty without it, and on one line with --compact", "minify": "use --compact",
        "json": "JSON is written without it", "xml": "use --to-xml", "xml-output": "use --to-xml",
        "input": "name the files without a flag", "i": "name the files without a flag",
        "no-color": "use --color=never",
        "nested": "a record contains those inside it; use jq '.. | objects' to find them",
        "protect-cdata": "use --cdata-key KEY, under which CDATA sections are never trimmed",
        "xmlns-default-key": "the key of the default namespace is empty, or $ with --convention badgerfish",
        "force-list-all": "use --force-list '*'",
        "force-list-file": "use @FILE, where each line is --force-list=PATH",
        "no-trim": "use --trim none", "strip-whitespace": "use --trim none to keep white space",
        "on-collision": "values with one key become an array; use --attributes prefix to keep attributes apart",
        "format": csv, "null": csv, "csv-safe": csv, "csv": csv,
        "explode": "use --records and jq, as in jq -r '.tag[] as $tag | [.id, $tag] | @csv'",
        "join": "use --records and jq, as in jq -r '[.id, (.tag | join(\";\"))] | @csv'",
        "widened": "use --on-mismatch warn, and change the schema by hand",
        // With a hyphen, this name is one of our flags.
        "cdata-key": "use --text-key; --cdata-key is for CDATA sections alone",
        "force-cdata": "use --text-only dictionary, or --force-text PATH",
        "process-namespaces": "use --namespaces expand --xmlns collect",
        "process-comments": "use --comment-key '#comment'", "commentPropName": "use --comment-key",
        "xml-attribs": "use --attributes discard", "ignoreAttributes": "use --attributes discard",
        "cdata-separator": "use --text-separator", "namespace-separator": "use --prefix-separator",
        "disable-entities": "use --entities forbid",
        "attributeNamePrefix": "use --attr-prefix", "textNodeName": "use --text-key",
        "cdataPropName": "use --cdata-key",
        "parseTagValue": "use --types", "isArray": "use --force-list PATH",
        "xml-root": "use --to-xml --root NAME", "full-document": "use --xml-declaration drop",
        "short-empty-elements": "empty elements are short without --empty-tags long",
        "expand-iter": "use --item NAME", "unparse": "use --to-xml", "in-place": "use -o FILE, which may be the input",
        "recover": skip, "lenient": skip, "ignore-errors": skip, "skip-errors": skip,
        "limit": first, "first": first, "array": list, "list": list, "always-array": list,
        "numbers": "use --types", "parse-numbers": "use --types", "tsv": csv, "html": "use --describe=html",
        "json-schema": "use --describe=json-schema", "xsd": "use --shape FILE", "validate": "use --shape FILE",
        "xmltodict": "use --convention xmltodict", "faithful": "use --convention faithful",
        "badgerfish": "use --convention badgerfish", "gdata": "use --convention gdata",
        "rowTag": records, "row-tag": records, "ns": "use --namespaces strip", "jobs": "use --threads N",
        "infer-schema": "use --describe=json-schema", "output-format": "JSON is written without it; XML with --to-xml",
        "pretty-print": "JSON is pretty without it, and on one line with --compact",
    ]

    private static let records = "use --records PATH, as in --records channel/item"
    private static let skip = "use --on-error skip with --records PATH"
    private static let first = "use --records PATH and head"
    private static let list = "use --force-list PATH"
    private static let raw = "pipe the JSON into jq -r"
    private static let csv = "use --records and jq, as in jq -r '[.id, .name] | @csv'"
}
