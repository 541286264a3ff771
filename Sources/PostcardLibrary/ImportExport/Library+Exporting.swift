public import SystemPackage

extension Library {
    /// Every kind of record that an export holds, those first that others refer to.
    static let exportedKinds: [RecordKind] = [
        .settings, .mapView, .pin, .album, .photo, .journal, .place, .note, .entry, .meme,
    ]

    /// Writes all of a library: its records, earlier texts of notes and what was deleted since the last `compact` as one JSON
    /// document, `library.json`, and the files and templates beside it. Not in it are smaller pictures, which are made again,
    /// and earlier versions of other records.
    ///
    /// - Parameters:
    ///   - folder: a folder that is empty, or not there yet, or has an export that was interrupted, which then goes on.
    ///   - renewing: whether it may hold an earlier export, which this one then replaces. Files that are in both are not
    ///     written again.
    /// - Returns: how much was written, and what had to be left out.
    /// - Throws: `LibraryError`: `conflict` when there is something else in the folder, `missingBlob` …
    public func export(to folder: FilePath, renewing: Bool = false) throws(LibraryError) -> ExchangeReport {
        let document = folder.appending("library.json")
        let names = Set(try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName) && !names.contains("library.json")
        if !names.isEmpty, !isUnfinished || !names.isSubset(of: ExportWriter.unfinishedNames) {
            guard (try? ExportDocument(document).requireFormat()) != nil else {
                throw LibraryError(
                    .conflict, "\(folder) is neither empty nor an export of a Postcard library. Name another folder.")
            }
            guard renewing else {
                throw LibraryError(.conflict, "\(folder) has an export already.", .replace(.export))
            }
        }
        var writer = try ExportWriter(folder, of: self)
        try writer.writeRecords()
        try writer.writeEarlierChanges()
        try writer.finish()
        return writer.report
    }
}

/// The result of an export or import.
public struct ExchangeReport: Sendable, Hashable, Codable {
    /// Records that were written.
    public internal(set) var records = 0
    /// Files that belong to them.
    public internal(set) var files = 0
    /// Records that were there already, and were kept as they are.
    public internal(set) var kept = 0
    /// Templates that were copied.
    public internal(set) var templates = 0
    /// Changes of the past: earlier texts of notes, and what was deleted.
    public internal(set) var earlierChanges = 0
    /// Messages about what was left out, with the reasons.
    public internal(set) var problems: [String] = []
}
