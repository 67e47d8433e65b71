// The names of an edited storage: those of its base keep their numbers, and new ones follow.

extension StorageEdits {
    /// The number of a name, which it adds if it is new.
    ///
    /// Adding the first name copies the list, so the storage object of the value must be made anew.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        withUnsafePointer(to: 0 as UInt8) { nothing in
            let start = name.baseAddress ?? nothing
            guard name.count <= Name.maximumByteCount else { Memory.isExhausted() }
            if let number = index()[NameKey(Name(bytes: start, count: name.count))] { return number }
            return add(start, name.count)
        }
    }

    private func index() -> [NameKey: Int] {
        if let nameIndex { return nameIndex }
        var index: [NameKey: Int] = [:]
        index.reserveCapacity(nameCount)
        for number in 0..<nameCount {
            index[NameKey(tree.names[number])] = number
        }
        nameIndex = index
        return index
    }

    private func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        if !ownsNames {
            let copy = NameList(copying: tree.names, count: nameCount)
            names = copy
            ownsNames = true
            tree = StorageView(tree, copy.numbers)
            // The keys of the index refer to the bytes of the old list.
            nameIndex = nil
            _ = index()
        }
        guard nameCount < NameList.maximumCount, names.add(bytes, count: count) else { Memory.isExhausted() }
        nameIndex?[NameKey(tree.names[nameCount])] = nameCount
        nameCount += 1
        return nameCount - 1
    }
}
