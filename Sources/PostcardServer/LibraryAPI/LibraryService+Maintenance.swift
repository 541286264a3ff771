import HTTPTypes
import PostcardCore
import PostcardLibrary

extension LibraryService {
    /// The operations that check and compact the library. Repairing requires decisions by the owner, and importing reads folders on this
    /// machine, so both are possible only on the command line.
    static let maintenance: [Endpoint<LibraryService>] = [
        Endpoint(
            .post, "/library/check", name: "checkLibrary",
            summary: "Verify the index and the files. Nothing is changed.",
            parameters: [
                .init("read", "True to read each file and compare it with its SHA-256.", Schema.option)
            ],
            reply: .report(Schema.ref("CheckReport"))
        ) { call in
            let report = try call.library.check(readsBlobs: call.query.first("read") == "true")
            return try call.report(LibraryService.listing(of: report))
        },
        Endpoint(
            .post, "/library/compact", name: "compactLibrary",
            summary:
                "Remove old versions, deleted records and unused files permanently. Files are removed after a day without use.",
            reply: .report(Schema.ref("CompactionReport")), errors: [409]
        ) { call in
            do {
                return try call.report(try call.library.compactIndex())
            } catch let error as FileError where error.code == .damaged {
                throw HTTPError(.conflict, "The library is damaged. Repair it first.", .libraryDamaged)
            }
        },
    ]
}

extension LibraryService {
    /// Returns the findings of a check as JSON, without messages, which might contain paths.
    fileprivate static func listing(of report: CheckReport) -> JSONValue {
        [
            "isSound": .flag(report.isSound), "lines": .integer(report.lines), "bytes": .integer(report.bytes),
            "records": .integer(report.records), "obsoleteChanges": .integer(report.obsoleteChanges),
            "files": .integer(report.blobs), "fileBytes": .integer(report.blobBytes),
            "unreferencedFiles": .integer(report.unreferencedBlobs),
            "unreferencedFileBytes": .integer(report.unreferencedBlobBytes),
            "findingCount": .integer(report.findingCount),
            "findings": .array(report.findings.map { listing(of: $0) }),
        ]
    }

    private static func listing(of finding: CheckFinding) -> JSONValue {
        var members: [NameKey: JSONValue] = [
            "problem": .text(finding.problem.rawValue), "isDamage": .flag(finding.problem.isDamage),
        ]
        members["line"] = finding.line.map { .integer($0) }
        members["id"] = finding.key.map { .text($0.id) }
        return JSONValue(members)
    }
}

extension Schema {
    /// The schemas of maintenance reports.
    static let reports: [NameKey: JSONValue] = [
        "CheckReport": record([
            "isSound": flag, "lines": integer, "bytes?": integer, "records": integer, "obsoleteChanges?": integer,
            "files": integer, "fileBytes?": integer, "unreferencedFiles?": integer, "unreferencedFileBytes?": integer,
            "findingCount": integer,
            "findings": array(of: record(["problem": string, "isDamage": flag, "line?": integer, "id?": string])),
        ]),
        "CompactionReport": record([
            "records": integer, "removedChanges": integer, "bytesBefore": integer, "bytesAfter": integer,
            "removedFiles": integer, "removedFileBytes": integer,
        ]),
    ]
}

extension LibraryService {
    static let settings: [Endpoint<LibraryService>] = [
        .resource(
            "/library/settings", name: "getSettings", summary: "The library's settings.",
            schema: Schema.ref("Settings")
        ) { try LibraryService.values(of: $0.library.settings()) },
        Endpoint(
            .patch, "/library/settings", name: "changeSettings", summary: "Change settings.",
            bodies: [.json(SettingsChanges.schema)], reply: .changed(Schema.ref("Settings"))
        ) { call in
            let changes = try await call.body(SettingsChanges.self).values
            // Clients must not choose folders on this machine.
            if let source = changes["source"], source.lowercased().hasPrefix("folder:") {
                throw HTTPError.unprocessable("The source can't be set to a folder over HTTP.")
            }
            let settings = try call.library.changeSettings(if: call.condition) { settings in
                for name in Settings.Name.allCases {
                    if let value = changes[name.rawValue] { try settings.set(name, to: value) }
                }
            }
            return try call.document(LibraryService.values(of: settings))
        },
        Endpoint(
            .delete, "/library/settings", name: "resetSettings", summary: "Reset all settings.",
            reply: .noContent
        ) { call in
            try call.library.changeSettings(if: call.condition) { settings in
                for name in Settings.Name.allCases { settings.reset(name) }
            }
            return call.noContent()
        },
    ]
}

extension LibraryService {
    fileprivate static func values(of settings: Settings) -> [NameKey: String] {
        var values = [NameKey: String](
            uniqueKeysWithValues: Settings.Name.allCases.map { (NameKey($0.rawValue), settings[$0]) })
        // The path would reveal details of this machine.
        if values["source"]?.hasPrefix("folder:") == true { values["source"] = "folder:" }
        return values
    }
}
