import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore
import PostcardLibrary

extension LibraryService {
    static let entries: [Endpoint<LibraryService>] = [
        .list(
            "/library/entries", name: "listEntries", summary: "Entries by date.", of: Schema.ref("Entry"),
            filters: [
                .init("journal", "Only entries in this journal.", Schema.id("journal")), .order,
            ]
        ) { call in
            try call.page(of: call.library.entries(of: call.journalInQuery)) { LibraryService.listing(of: $0) }
        },
        Endpoint(
            .post, "/library/entries", name: "writeEntry",
            summary: "Create an entry from text, files and album photos. Send files as form data.",
            bodies: EntryDraft.new, creates: .entry, reply: .created(Schema.ref("Entry"))
        ) { try await $0.writeEntry() },
        Endpoint(
            .post, "/library/journals/{journal}/media", name: "addMedia",
            summary: "Add pictures and videos without text. Each becomes an entry.",
            bodies: EntryDraft.media, creates: .entry,
            reply: .json(
                Schema.list("Entry").adding(["minItems": 1]), "The entries.", status: .created,
                fields: ["Location": "The journal's URL."])
        ) { try await $0.addMedia() },
        .resource(
            "/library/entries/{entry}", name: "getEntry", summary: "An entry.", schema: Schema.ref("Entry")
        ) { LibraryService.listing(of: try $0.record(.entry) as Entry) },
        Endpoint(
            .patch, "/library/entries/{entry}", name: "changeEntry",
            summary:
                "Change the text, date or media of an entry. Send files as form data; \"photos\" lists album photos.",
            bodies: EntryDraft.change, reply: .changed(Schema.ref("Entry"))
        ) { call in
            let entry: Entry = try call.record(.entry)
            let (draft, sources) = try await call.entryDraft()
            guard draft.text != nil || draft.date != nil || draft.keep != nil || !sources.isEmpty else {
                throw HTTPError.unprocessable("The body changes nothing. It can contain text, a date, and pictures.")
            }
            let changed = try await call.service.withDecodingPermit(for: sources) {
                try await call.library.updateEntry(
                    entry.id, text: draft.text, media: sources.isEmpty ? nil : sources, keeping: draft.keep,
                    date: draft.date, if: call.condition)
            }
            return try call.document(LibraryService.listing(of: changed))
        },
        .delete(
            .entry, at: "/library/entries/{entry}", name: "deleteEntry", summary: "Delete an entry. It can be restored."
        ),
        Endpoint(
            .delete, "/library/entries/{entry}/media/{number}", name: "deleteEntryFile",
            summary: "Remove one picture or video. An entry's only picture or video can't be removed.",
            reply: .changed(Schema.ref("Entry")),
            errors: [409]
        ) { call in
            let entry: Entry = try call.record(.entry)
            guard let number = Int(call.id("number")) else { throw HTTPError.notFound }
            return try call.document(LibraryService.listing(of: try call.library.deleteMedium(number, of: entry.id)))
        },
        .file(
            "/library/entries/{entry}/media/{number}/file", name: "getEntryFile",
            summary: "The original file. Pictures and videos are numbered starting at 1.", types: "image/*", "video/*",
            parameters: [LibraryService.metadata], errors: [422]
        ) { call in
            let medium = try call.medium()
            if call.isShared { return try await call.sharedFile(Int(call.id("number")) ?? 1, of: call.id("entry")) }
            return try call.blob(medium.blob, video: medium.kind == .video ? medium.format : nil)
        },
        .file(
            "/library/entries/{entry}/media/{number}/video", name: "getPlayableVideo",
            summary:
                "An MP4 that all browsers play: H.264 and AAC, at most 1,920 by 1,080 pixels. The first request starts the "
                + "conversion. Until it is done, the response is 202 with Retry-After.", types: "video/mp4",
            alternative: .underWay, errors: [415, 501]
        ) { try $0.playableVideo() },
        .rendition(
            "/library/entries/{entry}/media/{number}/{size}", name: "getSmallEntryFile",
            summary: "A smaller version or a video frame. Frames have a play mark."
        ) { Original(try $0.medium()) },
    ]
}

extension Call<LibraryService> {
    /// The id of the journal in the query; `nil` if there is none.
    var journalInQuery: Journal.ID? { query.first("journal").map(Journal.ID.init(rawValue:)) }

    /// Creates an entry from the body, and responds with it.
    fileprivate func writeEntry() async throws -> Response {
        try await creating(Entry.self) { id -> [Entry] in
            let (draft, sources) = try await entryDraft()
            guard let text = draft.text else { throw HTTPError.unprocessable("The form must contain \"text\".") }
            if let journal = draft.journal {
                let _: Journal = try named(.journal, journal.rawValue)
                try check(place: draft.place, in: journal)
            }
            return try await service.withDecodingPermit(for: sources) {
                [
                    try await library.addEntry(
                        text: text, media: sources, to: draft.journal, at: draft.place, date: draft.date, id: id)
                ]
            }
        } reply: { entries in
            try created(LibraryService.listing(of: entries[0]), id: entries[0].id.rawValue)
        }
    }

    /// Adds the pictures and videos in the body to a journal, and responds with their entries.
    fileprivate func addMedia() async throws -> Response {
        let journal: Journal = try record(.journal)
        return try await creating(Entry.self, in: (journal.id, { $0.journal })) { id -> [Entry] in
            let (draft, sources) = try await entryDraft()
            try check(place: draft.place, in: journal.id)
            if draft.sorted == true {
                guard draft.place == nil, draft.date == nil else {
                    throw HTTPError.unprocessable(
                        "\"sorted\" can't be combined with \"place\" or \"date\". Omit \"place\" and \"date\".")
                }
                return try await service.withDecodingPermit(for: sources) {
                    try await library.sortMedia(sources, into: journal.id, id: id, naming: service.naming)
                }
            }
            return try await service.withDecodingPermit(for: sources) {
                try await library.addMedia(sources, to: journal.id, at: draft.place, date: draft.date, id: id)
            }
        } reply: { entries in
            try report(
                entries.map(LibraryService.listing), status: .created,
                of: LibraryService.address(of: journal.id.rawValue))
        }
    }

    /// Responds with a video as MP4, or with 202 while it is being converted.
    fileprivate func playableVideo() throws -> Response {
        let medium = try medium()
        guard medium.kind == .video else { throw HTTPError(.notFound, "The file is not a video.") }
        switch try service.playableVideos.state(of: medium.blob, in: library) {
        case .ready(let path): return try file(path, tag: "\"\(medium.blob)-video\"", of: medium.blob, video: "mp4")
        case .underWay:
            return Response(status: .accepted, headers: [.cacheControl: "no-store", .retryAfter: "2"])
        }
    }

    /// Returns the picture or video in the path.
    fileprivate func medium() throws -> Medium {
        let entry: Entry = try record(.entry)
        guard let medium = Int(id("number")).flatMap(entry.medium) else {
            throw HTTPError(.notFound, "The number is out of range. The last number is \(entry.media.count).")
        }
        return medium
    }
}

extension Schema {
    /// The schemas of entries.
    static let entries: [NameKey: JSONValue] = [
        "Medium": record([
            "kind": choice(["picture", "video"]), "blob": hash, "bytes": integer,
            "format": string, "width?": integer, "height?": integer, "duration?": number,
            "name?": string, "title?": string, "dateTaken?": string, "subseconds?": string,
            "dateOrigin?": choice(["fileName", "fileTime"]), "coordinate?": coordinate, "color?": string,
            "photo?": id("photo"),
            "credit?": string, "license?": ref("License"),
            "motion?": record(["blob": hash, "bytes": integer]).described("The video of a Live Photo."),
        ]),
        "Entry": record([
            "id": id("entry"), "journal?": id("journal"), "place?": id("place"), "date": string,
            "automaticDate?": text(
                "The time when the entry was added. It is the entry's date if no date was set and no picture has a date."
            ),
            "created?": added,
            "imported?": text(
                "The id of the folder import that added the entry. All entries from one import share it."),
            "text": string, "media": list("Medium"), "files": strings,
        ]),
    ]
}
