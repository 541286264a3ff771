internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardLibrary

extension LibraryService {
    static let entries: [Operation] = [
        Operation(
            .get, "/library/entries", "listEntries", "Entries by date.",
            parameters: [
                .init(name: "journal", explanation: "Only those of this journal.", schema: Schema.id("journal"))
            ] + Operation.Parameter.pages,
            reply: .page(Schema.ref("Entry"))
        ) { call in
            try call.page(of: try call.library.entries(of: call.query["journal"])) { LibraryCall.listing(of: $0) }
        },
        Operation(
            .post, "/library/entries", "writeEntry",
            "Write an entry: a text, and pictures or videos as files of a form, or photos of albums.",
            bodies: [
                .json(EntryDraft.jsonSchema), .init(mediaType: "multipart/form-data", schema: EntryDraft.formSchema),
            ],
            reply: .created(Schema.ref("Entry"))
        ) { call in
            try await call.writeEntry()
        },
        Operation(
            .get, "/library/entries/{entry}", "getEntry", "An entry.", reply: .one(Schema.ref("Entry")), faults: [404]
        ) { call in
            try call.json(LibraryCall.listing(of: try call.record(.entry) as Entry))
        },
        Operation(
            .patch, "/library/entries/{entry}", "changeEntry", "Replace the text or the date of an entry.",
            bodies: [
                .json(
                    Schema.changes([
                        "text": Schema.someText("What is written."), "date": Schema.wallTime("When it happened."),
                    ]))
            ],
            reply: .changed(Schema.ref("Entry")), faults: [404]
        ) { call in
            let entry: Entry = try call.record(.entry)
            let body: EntryChanges = try await call.body()
            let changed = try await call.library.changeEntry(entry.id, text: body.text, date: body.date)
            return try call.json(LibraryCall.listing(of: changed))
        },
        Operation(
            .delete, "/library/entries/{entry}", "deleteEntry", "Delete an entry. It can be restored.",
            reply: .nothing, faults: [404]
        ) { call in
            try call.delete(.entry)
        },
        Operation(
            .get, "/library/entries/{entry}/media/{number}/file", "getEntryFile",
            "A picture or video of an entry, numbered from 1.", reply: .file("image/*", "video/*"),
            faults: [304, 404, 416]
        ) { call in
            let medium = try call.medium()
            return try call.blob(medium.blob, video: medium.kind == .video ? medium.format : nil)
        },
        Operation(
            .get, "/library/entries/{entry}/media/{number}/{size}", "getSmallEntryFile",
            "A smaller version of a picture, or of a frame of a video with a play mark.", reply: .file("image/jpeg"),
            faults: [304, 404, 416]
        ) { call in
            let medium = try call.medium()
            return try await call.smaller(pixels: (medium.width ?? 1) * (medium.height ?? 1)) {
                try await call.library.derivedFile($0, of: medium)
            }
        },
    ]

    private struct EntryChanges: Decodable {
        let text: String?
        let date: WallTime?
    }
}

/// What an entry is made of.
private struct EntryDraft: Decodable {
    var text: String
    var photos: [String]?
    var journal: String?
    var place: String?
    var date: WallTime?

    private static let common: [String: JSONNode] = [
        "text": Schema.someText("What is written."), "journal": Schema.id("journal"), "place": Schema.id("place"),
        "date": Schema.wallTime("When it happened; otherwise when the pictures were taken."),
    ]

    static let jsonSchema = Schema.object(
        common.merging([
            "photos": [
                "type": "array", "items": Schema.id("photo"), "minItems": 1,
                "description": "Photos of albums, with their credit.",
            ]
        ]) { own, _ in own }, required: ["text", "photos"])

    static let formSchema = Schema.object(
        common.merging([
            "photo": ["type": "array", "items": Schema.id("photo"), "description": "Photos of albums."],
            "media": [
                "type": "array", "items": ["type": "string", "contentMediaType": "application/octet-stream"],
                "description": "Pictures and videos.",
            ],
        ]) { own, _ in own }, required: ["text"])
}

extension LibraryCall {
    fileprivate func writeEntry() async throws -> Response {
        var media: [MediumSource] = []
        let draft: EntryDraft
        if mediaType == "multipart/form-data" {
            let form = try await form()
            draft = try Self.draft(form)
            media = form.files
        } else {
            draft = try await body()
        }
        for id in draft.photos ?? [] { media.append(.photo(try named(.photo, id))) }
        guard !media.isEmpty else { throw ServerFault.unprocessable("An entry needs a picture or a video.") }
        if let journal = draft.journal {
            let _: Journal = try named(.journal, journal)
            try check(place: draft.place, in: journal)
        } else if draft.place != nil {
            throw ServerFault.unprocessable("A place needs the journal that it is of.")
        }
        let entry = try await library.addEntry(
            draft.text, media, journal: draft.journal, place: draft.place, date: draft.date)
        return try created(LibraryCall.listing(of: entry), at: "/library/entries/\(entry.id)")
    }

    private func form() async throws -> EntryForm {
        var parser = try MultipartParser(contentType: request.headers[.contentType] ?? "")
        let form = EntryForm(for: library, maximumBytes: service.maximumUploadBytes)
        do {
            for try await piece in request.body {
                for event in try parser.read(piece.readableBytesView) { try form.receive(event) }
            }
        } catch  where !(error is ServerFault || error is LibraryError) {
            // The client is gone; nobody is at fault here.
            throw CancellationError()
        }
        try parser.finish()
        return form
    }

    private static func draft(_ form: EntryForm) throws(ServerFault) -> EntryDraft {
        func field(_ name: String) -> String? { form.fields[name]?.first }
        guard let text = field("text") else { throw .unprocessable("The form lacks \"text\".") }
        let date = field("date").map { WallTime($0) }
        if case .some(nil) = date {
            throw .unprocessable("date is \"\(field("date") ?? "")\"; write 2024-06-09 or 2024-06-09T21:14:03.")
        }
        return EntryDraft(
            text: text, photos: form.fields[EntryForm.listField], journal: field("journal"), place: field("place"),
            date: date ?? nil)
    }

    fileprivate func medium() throws -> Medium {
        let entry: Entry = try record(.entry)
        guard let number = Int(id("number")), entry.media.indices.contains(number - 1) else {
            throw ServerFault(.notFound, "The entry has \(entry.media.count) pictures and videos.")
        }
        return entry.media[number - 1]
    }
}
