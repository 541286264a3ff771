import PostcardCore
public import SystemPackage

extension Library {
    /// Returns a job that exports the library to a folder. The events of the job are the running totals after each file.
    ///
    /// The JSON document `library.json` contains the records, earlier texts of notes, and records deleted since the last `compact`. Files
    /// and templates are next to the document. Smaller versions of pictures and earlier versions of other records are omitted. An
    /// interrupted export is continued by the next export. The job throws `LibraryError` with code `exists` if the folder contains anything
    /// else; `FileError` with code `missingBlob` and others.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or a folder with an interrupted export.
    ///   - replacing: true to replace an earlier export in the folder. Files that are already in the export are not written again.
    public func export(
        to folder: FilePath, replacing: Bool = false
    ) -> LibraryJob<ExchangeReport, ExchangeReport> {
        LibraryJob { report in try self.writeExport(to: folder, renewing: replacing, report: report) }
    }

    /// Exports a library to a folder. The JSON document `library.json` contains the records, earlier texts of notes, and records deleted
    /// since the last `compact`. Files and templates are next to the document. Smaller versions of pictures and earlier versions of other
    /// records are omitted.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or a folder with an interrupted export, which is continued.
    ///   - renewing: true to replace an earlier export in the folder. Files that are already in the export are not written again.
    ///   - report: receives the running totals after each file.
    /// - Returns: the numbers of exported records and files, and messages about skipped records.
    /// - Throws: `LibraryError` with code `exists` if the folder contains anything else; `FileError` with code `missingBlob` and others.
    package func writeExport(
        to folder: FilePath, renewing: Bool = false, report: (ExchangeReport) -> Void = { _ in }
    ) throws -> ExchangeReport {
        let document = folder.appending("library.json")
        let names = Set<NameKey>(names: try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName) && !names.contains("library.json")
        if !names.isEmpty, !isUnfinished || !names.isSubset(of: ExportWriter.unfinishedNames) {
            guard (try? ExportDocument(document).elements()) != nil else {
                throw LibraryError(
                    .exists, "\(folder) is neither empty nor an export of a Postcard library. Choose another folder.")
            }
            guard renewing else {
                throw LibraryError(.exists, "\(folder) already contains an export.", .renewExport)
            }
        }
        var writer = try ExportWriter(folder, of: self)
        try writer.writeRecords(report)
        try writer.writeEarlierChanges(report)
        try writer.finish()
        return writer.report
    }
}
