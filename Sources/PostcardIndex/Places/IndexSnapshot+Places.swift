import PostcardDisk

extension IndexSnapshot {
    /// The newest step in the history of a record that a table of places knows; nil if the table cannot be used.
    ///
    /// - Returns: the step; `nil` in it if the record was never there.
    func newestVersion(of key: RecordKey, by table: PlaceTable) throws(LibraryError) -> RecordVersion?? {
        let term = Array(key.id.utf8).withBytes { PlaceTerm(id: $0) }
        guard let places = table.range(of: term...term).flatMap({ table.places(of: $0) }) else { return nil }
        let text = ChangeSpan.keyText(of: key)
        for place in places {
            guard let found = try keyText(at: place) else { return nil }
            guard found == text else { continue }
            guard let version = try version(at: place), version.record?.key ?? key == key else { return nil }
            return .some(version)
        }
        return .some(nil)
    }

    /// The key of the change at a place, as the bytes of `ChangeSpan.key`; nil if no change is there.
    func keyText(at place: KeyTable.Place) throws(LibraryError) -> [UInt8]? {
        guard place.line < end else { return nil }
        let prefix = place.isDeletion ? LineFormat.delete : LineFormat.put
        let bytes = try file.read(Self.maximumKeyEnd, at: place.line + place.start)
        let text: Range<Int>? = bytes.withUnsafeBytes { bytes in
            let start = prefix.utf8CodeUnitCount
            guard bytes.starts(with: prefix, at: 0),
                let kindEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: start),
                bytes.starts(with: LineFormat.id, at: kindEnd),
                case let id = kindEnd + LineFormat.id.utf8CodeUnitCount,
                let idEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: id)
            else { return nil }
            return start..<idEnd
        }
        if let text { return Array(bytes[text]) }
        // A line that a person has edited, in which places are not bytes.
        let line = try line(at: place.line)
        var decoder = LineDecoder()
        return try line.withBytes { line throws(LibraryError) in
            guard try counts(decoder.decode(line)) else { return nil }
            return decoder.withBytes(of: line) { bytes in decoder.change(at: place.start).map { Array(bytes[$0.key]) } }
        }
    }

    /// The largest number of bytes from the beginning of a change to the end of its id, with the quotation mark behind.
    private static let maximumKeyEnd = 288
}
