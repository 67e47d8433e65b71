import XML2Dict

extension XMLDescription {
    /// Flags of the command, as a file that `xml2dict @FILE` reads: a flag with its value in a line.
    ///
    /// Elements of which a parent has several are arrays everywhere. Texts that are always numbers, or always booleans,
    /// have that type. The flags for records and namespaces are not among them. A path with more than 32 names, or with
    /// more than 1,000 bytes, is only its end, if all paths that end so have the same flags. A comment at the end names
    /// each flag that is left out, because a line cannot hold its path.
    public var flags: String { flagLines.file }

    var flagLines: FlagLines {
        // What the elements and attributes with each end of a path need.
        var needs: [[UInt8]: Set<FlagLines.Flags>] = [:], lines = FlagLines()
        forEachNode { node, _, steps in
            for end in Self.ends(of: steps) { needs[Array(end.utf8), default: []].insert(flags(of: node)) }
        }
        forEachNode { node, _, steps in
            let flags = flags(of: node)
            guard flags != FlagLines.Flags() else { return }
            if let paths = FlagLines.paths(steps, records, isRecord: node == root) {
                for path in paths { lines.add(flags, at: path) }
            } else if let end = Self.ends(of: steps).first(where: { needs[Array($0.utf8)]?.count == 1 }) {
                lines.add(flags, at: end)
            } else {
                lines.leaveOut(flags, at: FlagLines.shown(steps.last ?? ""))
            }
        }
        return lines
    }

    private func flags(of node: Int) -> FlagLines.Flags {
        let item = item(node, at: "")
        return FlagLines.Flags(
            isList: item.perParent.upperBound > 1 && !item.isAttribute && node != root,
            type: type(of: item)
        )
    }

    /// The ends of a path that flags can have in its place: its last name, and its last two.
    private static func ends(of steps: [String]) -> [String] {
        [1, 2].compactMap { FlagLines.end(steps.suffix($0)) }
    }

    /// The type of all texts; `nil` for several types, and in mixed content, whose pieces make one text.
    private func type(of item: Item) -> String? {
        guard !item.isMixed else { return nil }
        return switch item.forms.common {
        case .integer, .number: "number"
        case .boolean: "boolean"
        default: nil
        }
    }
}

extension String {
    /// The text with `\u{A}` for a line feed, and likewise for all other control characters, line ends of Unicode, and
    /// format characters, such as those that change the direction of text.
    ///
    /// Words of Persian and of Indian languages have joiners, which stay.
    var inOneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .format where scalar.properties.isJoinControl: line.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
