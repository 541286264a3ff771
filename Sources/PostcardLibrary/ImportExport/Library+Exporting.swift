import PostcardCore
public import SystemPackage

extension Library {
    /// Returns the export of the library to a folder, whose events are the numbers so far, after each file.
    ///
    /// The JSON document `library.json` has the records, earlier texts of notes, and records deleted since the last `compact`. Files and templates are
    /// beside it. Smaller versions of pictures and earlier versions of other records are left out. It throws `LibraryError` with code `exists` if
    /// something else is in the folder; `FileError` with code `missingBlob` and others. The next export continues an interrupted one.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or one with an interrupted export.
    ///   - replacing: whether an earlier export in the folder is replaced. Files of both are not written again.
    public func export(
        to folder: FilePath, replacing: Bool = false
    ) -> LibraryJob<ExchangeReport, ExchangeReport> {
        LibraryJob { report in try self.writeExport(to: folder, renewing: replacing, report: report) }
    }

    /// Exports a library to a folder. The JSON document `library.json` has the records, earlier texts of notes, and records deleted since the last
    /// `compact`. Files and templates are beside it. Smaller versions of pictures and earlier versions of other records are left out.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or one with an interrupted export, which is continued.
    ///   - renewing: whether an earlier export in the folder is replaced. Files of both are not written again.
    ///   - report: gets the numbers so far, after each file.
    /// - Returns: the numbers of exported records and files, and what was left out.
    /// - Throws: `LibraryError` with code `exists` if something else is in the folder; `FileError` with code `missingBlob` and others.
    package func writeExport(
        to folder: FilePath, renewing: Bool = false, report: (ExchangeReport) -> Void = { _ in }
    ) throws -> ExchangeReport {
        let document = folder.appending("library.json")
        let names = Set<NameKey>(names: try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName) && !names.contains("library.json")
        if !names.isEmpty, !isUnfinished || !names.isSubset(of: ExportWriter.unfinishedNames) {
            guard (try? ExportDocument(document).elements()) != nil else {
                throw LibraryError(
                    .exists, "\(folder) is neither empty nor an export of a Postcard library. Name another folder.")
            }
            guard renewing else {
                throw LibraryError(.exists, "\(folder) has an export already.", .renewExport)
            }
        }
        var writer = try ExportWriter(folder, of: self)
        try writer.writeRecords(report)
        try writer.writeEarlierChanges(report)
        try writer.finish()
        return writer.report
    }
}
