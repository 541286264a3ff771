public import SystemPackage

extension Library {
    /// Every kind of record that an export holds, those first that others refer to.
    static let exportedKinds: [RecordKind] = [
        .settings, .mapView, .pin, .album, .photo, .journal, .place, .note, .entry, .meme,
    ]

    /// Writes all records as one JSON document, `library.json`, and the files that they refer to beside it. Earlier
    /// versions and what was deleted are not in it, as after `compact`.
    ///
    /// - Parameter folder: a folder that is empty, or not there yet.
    /// - Returns: how many records and files were written.
    /// - Throws: `LibraryError`: `conflict` when the folder is not empty, `missingBlob` …
    public func export(to folder: FilePath) throws(LibraryError) -> ExchangeReport {
        var output = try FolderOutput(folder, replacing: false)
        let path = folder.appending("library.json")
        let file = try OpenFile(path, .creating)
        var end = 0
        func write(_ bytes: [UInt8]) throws(LibraryError) {
            try bytes.withBytes { bytes throws(LibraryError) in try file.write(bytes, at: end) }
            end += bytes.count
        }
        var records = 0
        var files: Set<BlobHash> = []
        try write(Array("{\"format\":\"postcard-library\",\"version\":1,\"records\":[".utf8))
        for kind in Self.exportedKinds {
            var cursor = try index.records(of: kind, order: .oldestFirst)
            while let record = try cursor.next() {
                let start = "\(records == 0 ? "" : ",")\n{\"kind\":\"\(kind)\",\"id\":\"\(record.key.id)\",\"record\":"
                try write(Array(start.utf8) + record.json + Array("}".utf8))
                records += 1
                for blob in try Self.references(of: record) where files.insert(blob.hash).inserted {
                    guard try blobs.size(of: blob.hash) != nil else { throw blobs.missing(blob.hash) }
                    let name = "\(blob.hash)"
                    try output.add(
                        "blobs/\(name.prefix(2))/\(name.dropFirst(2))", copyOf: blobs.path(of: blob.hash),
                        patches: [])
                }
            }
        }
        try write(Array("\n]}\n".utf8))
        try file.synchronize()
        return ExchangeReport(records: records, files: files.count, kept: 0)
    }
}

/// What an export or import came to.
public struct ExchangeReport: Sendable, Hashable, Codable {
    /// Records that were written.
    public let records: Int
    /// Files that were copied.
    public let files: Int
    /// Records that were there already, and were kept as they are.
    public let kept: Int
}
