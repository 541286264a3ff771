public import SystemPackage

extension Library {
    /// How many records are committed together.
    private static let recordsPerChange = 500

    /// Reads what `export` wrote. Records that are here already under the same id stay as they are, so that it can be done
    /// again after an interruption.
    ///
    /// - Parameter folder: a folder with `library.json`.
    /// - Throws: `LibraryError`: `notFound`, `damaged` when it is no such document or a file is not what its name says,
    ///   `newerFormat`.
    public func importLibrary(from folder: FilePath) throws(LibraryError) -> ExchangeReport {
        let path = folder.appending("library.json")
        let document = try ExportDocument(path)
        let source = BlobStore(directory: folder)
        var added = 0
        var kept = 0
        var files: Set<BlobHash> = []
        var waiting: [Record] = []
        func commit() throws(LibraryError) {
            let batch = waiting
            waiting = []
            let counts = try update { (transaction) throws(LibraryError) in
                var counts = (added: 0, kept: 0)
                for record in batch {
                    guard try transaction.record(record.key) == nil else {
                        counts.kept += 1
                        continue
                    }
                    for blob in try Self.references(of: record) { try transaction.require(blob, in: blobs) }
                    try transaction.put(json: record.json, for: record.key)
                    transaction.endLine()
                    counts.added += 1
                }
                return counts
            }
            added += counts.added
            kept += counts.kept
        }
        try document.forEachRecord { key, json throws(LibraryError) in
            let record = Record(key: key, sequence: 0, date: now, json: json)
            for blob in try Self.references(of: record) where files.insert(blob.hash).inserted {
                let stored = try blobs.put(copyOf: source.path(of: blob.hash), limit: blob.size)
                guard stored == blob else {
                    throw LibraryError(
                        .damaged, "\(source.path(of: blob.hash)) is not what its name says. Export the library again.")
                }
            }
            waiting.append(record)
            if waiting.count == Self.recordsPerChange { try commit() }
        }
        try commit()
        forgetSettings()
        return ExchangeReport(records: added, files: files.count, kept: kept)
    }
}

/// The JSON document of an export.
struct ExportDocument {
    private let path: FilePath
    private let bytes: [UInt8]

    /// A million records take about one gigabyte.
    private static let mostBytes = 8 << 30

    init(_ path: FilePath) throws(LibraryError) {
        self.path = path
        bytes = try PictureFile.read(path, maximumBytes: Self.mostBytes)
    }

    /// Calls `body` with each record, as it is stored in an index.
    func forEachRecord(_ body: (RecordKey, [UInt8]) throws(LibraryError) -> Void) throws(LibraryError) {
        var header: [String: JSONValue] = [:]
        var places: [Range<Int>] = []
        try read { bytes throws(JSONSyntaxError) in
            var scanner = JSONScanner(bytes)
            scanner.skipWhitespace()
            guard scanner.next == UInt8(ascii: "{") else {
                throw JSONSyntaxError(position: 0, reason: "expected \"{\"")
            }
            try scanner.readObject(depth: 0) { scanner, name throws(JSONSyntaxError) in
                let name = String(decoding: bytes[name].dropFirst().dropLast(), as: UTF8.self)
                scanner.skipWhitespace()
                let start = scanner.position
                if name == "records", scanner.next == UInt8(ascii: "[") {
                    try scanner.readArray(depth: 1) { scanner throws(JSONSyntaxError) in
                        let start = scanner.position
                        try scanner.skipValue(depth: 2)
                        places.append(start..<scanner.position)
                    }
                } else {
                    try scanner.skipValue(depth: 1)
                    header[name] = try JSONValue(parsing: bytes.slice(start..<scanner.position))
                }
            }
            try scanner.finish()
        }
        guard header["format"]?.string == "postcard-library" else {
            throw LibraryError(.damaged, "\(path) is no export of a Postcard library.")
        }
        guard let version = header["version"]?.integer, version <= 1 else {
            throw LibraryError(.newerFormat, "\(path) was written by a newer Postcard. Update Postcard to read it.")
        }
        for place in places {
            let (key, json) = try record(at: place)
            try body(key, json)
        }
    }

    private func record(at place: Range<Int>) throws(LibraryError) -> (RecordKey, [UInt8]) {
        var value: JSONValue?
        try read { bytes throws(JSONSyntaxError) in value = try JSONValue(parsing: bytes.slice(place)) }
        guard let kind = value?["kind"]?.string, let id = value?["id"]?.string, let record = value?["record"],
            record.members != nil
        else {
            throw LibraryError(.damaged, "The record at byte \(place.lowerBound) of \(path) lacks kind, id or record.")
        }
        guard Library.exportedKinds.contains(RecordKind(rawValue: kind)) else {
            throw LibraryError(
                .newerFormat,
                "\(path) has \(kind) records, which this version of Postcard does not know. Update Postcard.")
        }
        var json: [UInt8] = []
        record.append(to: &json)
        return (RecordKey(RecordKind(rawValue: kind), id), json)
    }

    private func read(_ body: (UnsafeRawBufferPointer) throws(JSONSyntaxError) -> Void) throws(LibraryError) {
        do throws(JSONSyntaxError) {
            try bytes.withBytes { bytes throws(JSONSyntaxError) in try body(bytes) }
        } catch {
            throw LibraryError(.damaged, "\(path) is not JSON: \(error.reason) at byte \(error.position).")
        }
    }
}
