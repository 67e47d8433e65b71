extension ValueBuilder {
    /// Returns a record or a document in its shape, or `nil` for a record that does not fit and is skipped.
    mutating func shaped(
        _ value: Entry,
        record: OpenElement? = nil,
        path: String = ""
    ) throws(BuildError) -> Entry? {
        guard let shaping = form.shaping else { return value }
        if shaping.shaper != nil { return try followed(value, shaping) }
        let (shaped, found) = ShapingSpace.with(
            &form.entries,
            &form.nodes.text.bytes,
            &open.names,
            plan.roles.textKey
        ) { shaping.session.shape(value, in: &$0) }
        guard !found.isEmpty else { return shaped }
        let faults = found.map { mismatch in
            LocatedMismatch(
                message: mismatch.message,
                position: record?.position,
                path: path,
                line: record == nil ? line(of: mismatch.entries) : nil,
                waitingCount: records.count
            )
        }
        guard shaping.outcome != .error else { throw .mismatch(faults[0]) }
        shaping.mismatches += faults
        return shaping.outcome == .skip ? nil : shaped
    }

    private func line(of entries: [Entry]) -> Int? {
        for entry in entries {
            if let line = form.lines.line(of: entry) { return line }
        }
        return nil
    }

    var hasMismatches: Bool { form.shaping?.mismatches.isEmpty == false }

    mutating func takeMismatches() -> [LocatedMismatch] {
        defer { form.shaping?.mismatches = [] }
        // A record that was left out leaves its content in the buffers.
        if records.isEmpty, deliversRecords { forgetContent() }
        return form.shaping?.mismatches ?? []
    }

    /// Asks the shaper for the shape of the innermost element, by the element's name and its attribute `type`.
    @inline(never)
    mutating func beginShape(
        _ written: Int,
        _ type: (written: Int, value: UnsafeBufferPointer<UInt8>)?
    ) throws(BuildError) {
        guard let shaper = form.shaping?.shaper else { return }
        let top = open.count &- 1
        form.shapes.count = min(form.shapes.count, top)
        let name = try open.resolver.expanded(written, isAttribute: false, &open.names)
        let type = try type.flatMap { type throws(BuildError) in try open.typeName(type.written, type.value) }
        let tag = ShapedTag(name: name, key: open[top].key, type: type)
        let (shape, fault) = shaper.begin(tag, in: form.shapes.last, open.names.names)
        form.shapes.append(shape)
        open[top].marks.formUnion(shape.marks.intersection(rules.marksOfShapes))
        if let fault { try report(fault, isOfRoot: open.count == 1) }
        if shape.marks.contains(.sharedName), top > open.selection.outerDepth {
            // Two children with one local name and different namespaces have one key if neither has a prefix.
            let siblings = form.nodes.pending[open[top - 1].pendingStart..<form.nodes.pending.count]
            if siblings.contains(where: { !$0.isRaw && $0.key == tag.key }) {
                try report(ElementMismatch(at: -1, name: open.names.names[tag.key].string, ElementMismatch.sameKey))
            }
        }
    }

    /// At an end tag, appends an empty array to `missingLists` for each list of the shape that the element lacks.
    @inline(never)
    mutating func endShape() throws(BuildError) {
        form.shapes.count = min(form.shapes.count, open.count)
        guard rules.fillsLists, let element = open.last, !element.flags.contains(.isNil),
            let shaper = form.shaping?.shaper, let shape = form.shapes.last
        else { return }
        for (uri, local) in shaper.missingLists(of: shape, includesSeen: rules.omitsEmpty) {
            guard let name = try open.resolver.name(ofAbsent: local, in: uri, &open.names),
                !(rules.hasElementPaths && open.marks(ofElement: name.path).contains(.skip))
            else { continue }
            if rules.writesNamespaces { form.declarations.add(open.names.names[name.key].byteCount) }
            form.missingLists.append(Entry(key: name.key, kind: .array, length: 0, offset: 0))
        }
    }

    @inline(never)
    mutating func reportFaults(attribute: Int? = nil) throws(BuildError) {
        guard let shaping = form.shaping else { return }
        let found = shaping.found
        shaping.found = []
        for fault in found { try report(fault, attribute: attribute) }
    }

    /// Notes a mismatch for the current value, or throws a mismatch of the root.
    ///
    /// `isOfRoot` means that the root's name or type does not fit, so that no other element has a known shape.
    private mutating func report(
        _ fault: ElementMismatch,
        attribute: Int? = nil,
        isOfRoot: Bool = false
    ) throws(BuildError) {
        guard let shaping = form.shaping, isOfRoot || open.selection.isBuilding && shaping.wantsMore,
            shaping.shaper?.note(fault) == true
        else { return }
        let path = path, name = attribute.map { "/@" + open.names.names[$0].string.shortened } ?? ""
        let message = fault.name.isEmpty && fault.component == 0 ? fault.message : "\(path)\(name) \(fault.message)"
        let start = open[open.count - 1].start.position
        let found = LocatedMismatch(
            message: message,
            position: start,
            path: path,
            line: nil,
            waitingCount: records.count
        )
        if isOfRoot, shaping.outcome != .shaper { throw .mismatch(found) }
        // Mismatches wait in `noted` until the value is complete. `followed` then throws or moves the mismatches.
        if open.selection.isBuilding { shaping.noted.append(found) } else { shaping.mismatches.append(found) }
    }

    /// Moves the mismatches of a complete value to `mismatches`, and returns `nil` for a record that is left out.
    private func followed(_ value: Entry, _ shaping: RecordShaping) throws(BuildError) -> Entry? {
        guard !shaping.noted.isEmpty else { return value }
        let noted = shaping.noted
        shaping.noted = []
        guard shaping.outcome != .error else { throw .mismatch(noted[0]) }
        shaping.mismatches += noted
        return shaping.outcome == .skip ? nil : value
    }
}
