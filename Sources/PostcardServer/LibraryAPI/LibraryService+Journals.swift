import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary

extension LibraryService {
    static let journals: [Endpoint<LibraryService>] = [
        .list(
            "/library/journals", name: "listJournals",
            summary: "All journals by date. They are sorted by their earliest dates.",
            of: Schema.ref("JournalSummary"), filters: [.order]
        ) { try $0.page(of: $0.library.journalContents()) { LibraryService.summary(of: $0) } },
        Endpoint(
            .post, "/library/journals", name: "beginJournal", summary: "Create a journal.",
            bodies: [
                .object(
                    [
                        "name": Schema.someText(
                            "The name. By default, it is derived from the photos that are sorted into the journal.")
                    ],
                    required: [])
            ],
            creates: .journal, reply: .created(Schema.ref("Journal"))
        ) { call in
            try await call.creating(Journal.self) { id in
                let body: NewJournal = try await call.body()
                return [try call.library.addJournal(named: body.name, id: id)]
            } reply: { journals in
                let tag = EntityTags.tag(of: try ListingEncoder.encode(try call.service.listing(of: journals[0])))
                return try call.created(journals[0], id: journals[0].id.rawValue, tag: tag)
            }
        },
        .resource(
            "/library/journals/{journal}", name: "getJournal",
            summary: "A journal with its places, notes and entries by date.",
            schema: Schema.ref("JournalContents")
        ) { try $0.service.listing(of: try $0.record(.journal) as Journal) },
        Endpoint(
            .patch, "/library/journals/{journal}", name: "renameJournal", summary: "Rename a journal.",
            bodies: [.object(["name": Schema.someText("The name.")], required: ["name"])],
            reply: .changed(Schema.ref("JournalContents"))
        ) { call in
            let journal: Journal = try call.record(.journal)
            let body: NameBody = try await call.body()
            let renamed = try call.library.updateJournal(journal.id, name: body.name, if: call.condition)
            return try call.document(try call.service.listing(of: renamed))
        },
        .delete(
            .journal, at: "/library/journals/{journal}", name: "deleteJournal",
            summary: "Delete a journal with its places, notes and entries. It can be restored."),
    ]

    private struct NewJournal: Decodable {
        let name: String?
    }

    private struct NameBody: Decodable {
        let name: String
    }
}

extension Schema {
    /// The schemas of journals.
    static let journals: [NameKey: JSONValue] = [
        "Journal": record([
            "id": id("journal"), "name": string, "created": moment,
            "automaticName?": text("The name derived from the journal's photos. It is used until a name is set."),
            "tracks?": list("Track"),
        ]),
        "JournalSummary": record([
            "id": id("journal"), "name": string, "created": moment, "places": integer, "pictures": integer,
            "videos": integer,
            "first?": text("The earliest date that was set or that comes from your own photos."),
            "last?": text("The latest date that was set or that comes from your own photos."),
            "cover?": record(["thumbnail": string, "version": version, "width?": integer, "height?": integer]),
        ]),
        "JournalContents": record([
            "journal": ref("Journal"),
            "stops": array(of: record(["place?": ref("Place"), "notes": list("Note"), "entries": list("Entry")])),
        ]),
    ]
}

extension LibraryService {
    static let notes: [Endpoint<LibraryService>] = [
        Endpoint(
            .post, "/library/journals/{journal}/notes", name: "writeNote", summary: "Add a note.",
            bodies: [
                .object(
                    [
                        "text": Schema.someText("The text."), "place": Schema.id("place"),
                        "date": Schema.wallTime("The date and time that the note is about. The default is now."),
                    ], required: ["text"])
            ],
            creates: .note, reply: .created(Schema.ref("Note"))
        ) { call in
            let journal: Journal = try call.record(.journal)
            return try await call.creating(Note.self, in: (journal.id, \Note.journal)) { id in
                let body: NoteRequest = try await call.body()
                try call.check(place: body.place, in: journal.id)
                return [
                    try call.library.addNote(
                        body.text, to: journal.id, at: body.place, date: body.date, id: id)
                ]
            }
        },
        .resource("/library/notes/{note}", name: "getNote", summary: "A note.", schema: Schema.ref("Note")) { call in
            try call.record(.note) as Note
        },
        Endpoint(
            .get, "/library/notes/{note}/history", name: "getNoteHistory",
            summary: "Earlier versions, newest first.",
            reply: .one(Schema.list("NoteVersion"))
        ) { call in
            let note: Note = try call.record(.note)
            return try call.document(try call.library.history(of: note.id))
        },
        Endpoint(
            .patch, "/library/notes/{note}", name: "changeNote",
            summary: "Replace the text; the old text is kept.",
            bodies: [.object(["text": Schema.someText("The text.")], required: ["text"])],
            reply: .changed(Schema.ref("Note"))
        ) { call in
            let note: Note = try call.record(.note)
            let body: NoteRequest = try await call.body()
            return try call.document(try call.library.updateNote(note.id, text: body.text, if: call.condition))
        },
        .delete(.note, at: "/library/notes/{note}", name: "deleteNote", summary: "Delete a note. It can be restored."),
    ]

    /// The body of a request that adds or changes a note. Each operation's schema lists its members.
    private struct NoteRequest: Decodable {
        let text: String
        let place: JournalPlace.ID?
        let date: WallTime?
    }
}

extension Schema {
    /// The schemas of notes.
    static let notes: [NameKey: JSONValue] = [
        "Note": record([
            "id": id("note"), "journal": id("journal"), "place?": id("place"), "date": string, "text": string,
            "created?": added,
        ]),
        "NoteVersion": record(["date": moment, "text?": string]),
    ]
}

extension LibraryService {
    /// Returns the summary of a journal. Its cover is its first picture or video.
    private static func summary(of contents: JournalContents) -> JSONValue {
        let (journal, media) = (contents.journal, contents.stops.flatMap { $0.entries.flatMap(\.media) })
        let videos = media.count { $0.kind == .video }
        var members: [NameKey: JSONValue] = [
            "id": .text(journal.id.rawValue), "name": .text(journal.name),
            "created": .text(journal.created.formatted(.iso8601)),
            "places": .integer(contents.places.count), "pictures": .integer(media.count - videos),
            "videos": .integer(videos),
        ]
        members["first"] = contents.dates.map { .text($0.lowerBound.description) }
        members["last"] = contents.dates.map { .text($0.upperBound.description) }
        if let entry = contents.stops.lazy.flatMap(\.entries).first, let medium = entry.media.first {
            var cover: [NameKey: JSONValue] = [
                "thumbnail": .text("/library/entries/\(entry.id)/media/1/thumbnail"),
                "version": .text(medium.blob.version),
            ]
            cover["width"] = medium.width.map { .integer($0) }
            cover["height"] = medium.height.map { .integer($0) }
            members["cover"] = JSONValue(cover)
        }
        return JSONValue(members)
    }
}
