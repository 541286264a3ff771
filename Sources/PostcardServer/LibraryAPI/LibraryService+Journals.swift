import HTTPTypes
import PostcardCore
import PostcardLibrary
import PostcardSources

extension LibraryService {
    static let journals: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/journals", "listJournals", "All journals, the oldest first.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("JournalSummary"))
        ) { call in
            try call.page(of: try call.journalSummaries()) { $0 }
        },
        LibraryOperation(
            .post, "/library/journals", "beginJournal", "Begin a journal.",
            bodies: [.json(Schema.object(["name": Schema.someText("What to call it.")], required: ["name"]))],
            creates: .journal, reply: .created(Schema.ref("Journal"))
        ) { call in
            try await call.creating(.journal) { (journal: Journal) in
                let tag = try Representation(try call.listing(of: journal)).tag
                return try call.created(journal, at: "/library/journals/\(journal.id)", tag: tag)
            } create: { id in
                let body: NameBody = try await call.body()
                return try call.library.makeJournal(named: body.name, id: id)
            }
        },
        .thing(
            "/library/journals/{journal}", "getJournal", "A journal with its places, notes and entries by date.",
            Schema.ref("JournalContents")
        ) { call in
            try call.listing(of: try call.record(.journal) as Journal)
        },
        LibraryOperation(
            .patch, "/library/journals/{journal}", "renameJournal", "Give a journal another name.",
            bodies: [.json(Schema.object(["name": Schema.someText("What to call it.")], required: ["name"]))],
            reply: .changed(Schema.ref("JournalContents")), faults: [404]
        ) { call in
            let journal: Journal = try call.record(.journal)
            let body: NameBody = try await call.body()
            let renamed = try call.library.renameJournal(journal.id, to: body.name, if: call.condition)
            return try call.json(try call.listing(of: renamed))
        },
        LibraryOperation(
            .delete, "/library/journals/{journal}", "deleteJournal",
            "Delete a journal with its places, notes and entries. It can be restored.", reply: .nothing, faults: [404]
        ) { call in
            try call.delete(.journal)
        },
    ]

    private struct NameBody: Decodable {
        let name: String
    }
}

extension Schema {
    /// Schemas of journals.
    static let journals: [String: JSONValue] = [
        "Journal": record(
            ["id": id("journal"), "name": string, "created": moment], required: ["id", "name", "created"]),
        "JournalSummary": record(
            [
                "id": id("journal"), "name": string, "created": moment, "places": integer, "pictures": integer,
                "first": text("When the first thing in it happened."),
                "last": text("When the last thing in it happened."),
                "cover": record(
                    ["thumbnail": string, "version": version, "width": integer, "height": integer],
                    required: ["thumbnail", "version"]),
            ], required: ["id", "name", "created", "places", "pictures"]),
        "JournalContents": record(
            [
                "journal": ref("Journal"),
                "stops": [
                    "type": "array",
                    "items": record(
                        [
                            "place": ref("Place"), "notes": ["type": "array", "items": ref("Note")],
                            "entries": ["type": "array", "items": ref("Entry")],
                        ], required: ["notes", "entries"]),
                ],
            ], required: ["journal", "stops"]),
    ]
}
