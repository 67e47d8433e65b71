import XML2Dict

extension CommandLineParser {
    static func unknown(_ word: String) -> CommandError {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let isLong = word.hasPrefix("--"), letters = isLong ? name.lowercased().filter { !"-_".contains($0) } : name
        if let convention = XMLOptions.Convention(rawValue: letters) {
            return CommandError("unknown flag '\(word)'; use --convention \(convention)")
        }
        if let hint = hints.first(where: { $0.value.split(separator: " ").contains { $0 == letters } })?.key {
            return CommandError("unknown flag '\(word)'; \(hint)")
        }
        guard isLong else { return CommandError("unknown flag '\(word)'") }
        let candidates = Flag.all.compactMap { flag in flag.allNames.first { $0.hasPrefix(name) } }
        if candidates.count > 1, !name.isEmpty {
            return CommandError("'\(word)' could be " + candidates.map { "--" + $0 }.joined(separator: " or "))
        }
        // In a file of arguments, each line is one word, so `--trim none` is a single word, and an unknown flag.
        let known = name.prefix { $0 != " " }
        if known.count < name.count, Flag.all.contains(where: { $0.allNames.contains(String(known)) }) {
            return CommandError("unknown flag '\(word)'; write the value after an equals sign, as in --\(known)=VALUE")
        }
        let near = WantedName(name).nearest(in: Flag.all.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
        return CommandError("unknown flag '\(word)'\(near)")
    }

    /// Maps each hint to names of other tools' flags, where a long name such as `Row-Tag` is written `rowtag`.
    private static let hints: KeyValuePairs = [
        "use --records PATH, as in --records channel/item":
            "xpath filter path query stream jsonl ndjson lines itemdepth xmlitemdepth rowtag",
        "use --namespaces strip": "stripnamespaces nonamespaces removenamespaces removensprefix ns",
        "pipe the JSON into jq -r": "raw rawoutput r",
        "use --version": "V v",
        "messages and progress are shown by default": "verbose",
        "use --quiet": "silent noprogress s",
        "JSON is the default": "tojson json",
        "use --shape FILE": "schema xsd validate",
        "use --force-list PATH": "forcearray isarray array list alwaysarray",
        "use --attributes discard": "noattributes xmlattribs ignoreattributes",
        "use --types": "infertypes parsetagvalue numbers parsenumbers",
        "JSON is pretty without it, and on one line with --compact": "pretty prettyprint",
        "use --compact": "minify",
        "use --to-xml": "xml xmloutput unparse",
        "name the files without a flag": "input i",
        "use --color=never": "nocolor",
        "a record contains those inside it; use jq '.. | objects' to find them": "nested",
        "use --cdata-key KEY, under which CDATA sections are never trimmed": "protectcdata",
        "the key of the default namespace is empty, or $ with --convention badgerfish": "xmlnsdefaultkey",
        "use --force-list '*'": "forcelistall",
        "use @FILE, where each line is --force-list=PATH": "forcelistfile",
        "use --trim none": "notrim",
        "use --trim none to keep white space": "stripwhitespace",
        "values with one key become an array; use --attributes prefix to keep attributes apart": "oncollision",
        "use --records and jq, as in jq -r '[.id, .name] | @csv'": "format null csvsafe csv tsv",
        "use --records and jq, as in jq -r '.tag[] as $tag | [.id, $tag] | @csv'": "explode",
        "use --records and jq, as in jq -r '[.id, (.tag | join(\";\"))] | @csv'": "join",
        "use --on-mismatch warn, and change the schema by hand": "widened",
        "use --text-key; --cdata-key is for CDATA sections alone": "cdatakey",
        "use --text-only dictionary, or --force-text PATH": "forcecdata",
        "use --namespaces expand --xmlns collect": "processnamespaces",
        "use --comment-key '#comment'": "processcomments",
        "use --comment-key": "commentpropname",
        "use --text-separator": "cdataseparator",
        "use --prefix-separator": "namespaceseparator",
        "use --entities forbid": "disableentities",
        "use --attr-prefix": "attributenameprefix",
        "use --text-key": "textnodename",
        "use --cdata-key": "cdatapropname",
        "use --to-xml --root NAME": "xmlroot",
        "use --xml-declaration drop": "fulldocument",
        "empty elements are short by default": "shortemptyelements",
        "use --item NAME": "expanditer",
        "use --in-place with --set or --delete; a conversion has -o FILE, which may be the input": "inplace",
        "use --on-error skip with --records PATH": "recover lenient ignoreerrors skiperrors",
        "use --records PATH and head": "limit first",
        "use --max-name-length": "maxnamespacelength",
        "use --max-attributes": "maxattributedeclarations",
        "entities refer to one another at most 16 deep": "maxentitydepth",
        "use --describe=html": "html",
        "use --describe=json-schema": "jsonschema inferschema",
        "use --threads N": "jobs",
        "JSON is the default; XML with --to-xml": "outputformat",
    ]
}
