import HTTPTypes
import PostcardCore
import PostcardLibrary

extension LibraryService {
    /// Operations that keep a library sound. Mending one is left to its owner, who has to look at what could not be mended; so is
    /// importing, which reads folders of this machine.
    static let maintenance: [LibraryOperation] = [
        LibraryOperation(
            .post, "/library/check", "checkLibrary",
            "Prove the index line by line, and the files against it. Nothing is changed.",
            parameters: [
                .init(
                    name: "read", explanation: "Whether every file is read and compared with its SHA-256.",
                    schema: ["type": "boolean", "default": false])
            ],
            reply: .report(Schema.ref("CheckReport"))
        ) { call in
            let report = try call.library.check(readsBlobs: call.query.first("read") == "true")
            return try call.report(CheckListing(report))
        },
        LibraryOperation(
            .post, "/library/compact", "compactLibrary",
            "Remove older versions, deleted records, and files that no record has referred to for a day, for good.",
            reply: .report(Schema.ref("CompactionReport")), faults: [409]
        ) { call in
            do {
                return try call.report(CompactionListing(try call.library.compact()))
            } catch let error as LibraryError where error.code == .damaged {
                throw HTTPError(.conflict, "The library is damaged. Its owner has to mend it before.")
            }
        },
    ]
}

/// The findings of a check, without the paths that its messages may have.
private struct CheckListing: Encodable {
    struct Finding: Encodable {
        let problem: String
        let isDamage: Bool
        let line: Int?
        let id: String?
    }

    let isSound: Bool
    let lines: Int
    let bytes: Int
    let records: Int
    let obsoleteChanges: Int
    let files: Int
    let fileBytes: Int
    let unreferencedFiles: Int
    let unreferencedFileBytes: Int
    /// The number of findings in all; only the first thousand are listed.
    let findingCount: Int
    let findings: [Finding]

    init(_ report: CheckReport) {
        isSound = report.isSound
        lines = report.lines
        bytes = report.bytes
        records = report.records
        obsoleteChanges = report.obsoleteChanges
        files = report.blobs
        fileBytes = report.blobBytes
        unreferencedFiles = report.unreferencedBlobs
        unreferencedFileBytes = report.unreferencedBlobBytes
        findingCount = report.findingCount
        findings = report.findings.map { finding in
            Finding(
                problem: finding.problem.description, isDamage: finding.problem.isDamage, line: finding.line,
                id: finding.key?.id)
        }
    }
}

private struct CompactionListing: Encodable {
    let records: Int
    let removedChanges: Int
    let bytesBefore: Int
    let bytesAfter: Int
    let removedFiles: Int
    let removedFileBytes: Int

    init(_ report: CompactionReport) {
        records = report.records
        removedChanges = report.removedChanges
        bytesBefore = report.bytesBefore
        bytesAfter = report.bytesAfter
        removedFiles = report.removedFiles
        removedFileBytes = report.removedFileBytes
    }
}

extension Schema {
    /// Schemas of reports of maintenance.
    static let reports: [String: JSONValue] = [
        "CheckReport": record(
            counts([
                "lines", "bytes", "records", "obsoleteChanges", "files", "fileBytes", "unreferencedFiles",
                "unreferencedFileBytes", "findingCount",
            ]).merging([
                "isSound": flag,
                "findings": [
                    "type": "array",
                    "items": record(
                        ["problem": string, "isDamage": flag, "line": integer, "id": string],
                        required: ["problem", "isDamage"]),
                ],
            ]) { own, _ in own }, required: ["isSound", "lines", "records", "files", "findingCount", "findings"]),
        "CompactionReport": record(
            counts(compactionCounts), required: compactionCounts),
    ]

    private static let compactionCounts = [
        "records", "removedChanges", "bytesBefore", "bytesAfter", "removedFiles", "removedFileBytes",
    ]

    private static func counts(_ names: [String]) -> [String: JSONValue] {
        Dictionary(names.map { ($0, integer) }) { first, _ in first }
    }
}
