import HTTPTypes
import PostcardCore
import PostcardLibrary

extension LibraryService {
    static let notes: [LibraryOperation] = [
        LibraryOperation(
            .post, "/library/journals/{journal}/notes", "writeNote", "Write a note in a journal.",
            bodies: [
                .json(
                    Schema.object(
                        [
                            "text": Schema.someText("What is written."), "place": Schema.id("place"),
                            "date": Schema.wallTime("What day and hour it tells of; otherwise now."),
                        ], required: ["text"]))
            ],
            creates: .note, reply: .created(Schema.ref("Note")), faults: [404]
        ) { call in
            let journal: Journal = try call.record(.journal)
            return try await call.creating(.note, in: (journal.id, { $0.journal })) { (note: Note) in
                try call.created(note, at: "/library/notes/\(note.id)")
            } create: { id in
                let body: NoteDraft = try await call.body()
                try call.check(place: body.place, in: journal.id)
                return try call.library.addNote(
                    body.text, to: journal.id, place: body.place, date: body.date, id: id)
            }
        },
        .thing("/library/notes/{note}", "getNote", "A note.", Schema.ref("Note")) { call in
            try call.record(.note) as Note
        },
        LibraryOperation(
            .get, "/library/notes/{note}/history", "getNoteHistory", "What a note said before, newest first.",
            reply: .one(["type": "array", "items": Schema.ref("NoteVersion")]), faults: [404]
        ) { call in
            let note: Note = try call.record(.note)
            return try call.json(try call.library.history(ofNote: note.id))
        },
        LibraryOperation(
            .patch, "/library/notes/{note}", "changeNote", "Replace the text of a note; the one before is kept.",
            bodies: [.json(Schema.object(["text": Schema.someText("What is written.")], required: ["text"]))],
            reply: .changed(Schema.ref("Note")), faults: [404]
        ) { call in
            let note: Note = try call.record(.note)
            let body: NoteChange = try await call.body()
            return try call.json(try call.library.replaceNote(note.id, with: body.text, if: call.condition))
        },
        LibraryOperation(
            .delete, "/library/notes/{note}", "deleteNote", "Delete a note. It can be restored.", reply: .nothing,
            faults: [404]
        ) { call in
            try call.delete(.note)
        },
    ]

    private struct NoteDraft: Decodable {
        let text: String
        let place: String?
        let date: WallTime?
    }

    private struct NoteChange: Decodable {
        let text: String
    }
}

extension Schema {
    /// Schemas of notes.
    static let notes: [String: JSONValue] = [
        "Note": record(
            ["id": id("note"), "journal": id("journal"), "place": id("place"), "date": string, "text": string],
            required: ["id", "journal", "date", "text"]),
        "NoteVersion": record(["date": moment, "text": string], required: ["date"]),
    ]
}
