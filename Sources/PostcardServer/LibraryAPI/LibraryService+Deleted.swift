import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

extension LibraryService {
    static let deleted: [Endpoint<LibraryService>] = [
        // Only a token with write access can list deleted items, since only such a token can restore them.
        .list(
            "/library/deleted", name: "listDeleted",
            summary:
                "Deleted items that can be restored, newest first. Items that were deleted along with another item are not listed.",
            of: Schema.ref("Deleted"), scope: .write
        ) { try $0.page(of: $0.library.deletedRecords().map { DeletedListing($0) }) { $0 } },
        .rendition(
            "/library/deleted/{id}/{size}", name: "getSmallDeleted",
            summary: "A smaller version of a deleted photo or meme, or of a deleted entry's first picture or video.",
            scope: .write
        ) { call in
            let record = try call.library.deletedRecords().first { $0.record.key.id == call.id("id") }?.record
            guard let record, let original = try Original(of: record) else {
                throw HTTPError(.notFound, "No deleted picture has this id.")
            }
            return original
        },
        Endpoint(
            .post, "/library/deleted/{id}/restore", name: "restore",
            summary:
                "Restore an item with its contents. If it belongs to a deleted item, it reappears with that item.",
            reply: .json(Schema.ref("Restored"), "The item was restored.", fields: ["Location": "Its URL."]),
            errors: [409]
        ) { call in
            let id = call.id("id")
            // Ids must be complete here. The library also accepts prefixes, for users at a terminal.
            guard try call.library.deletedRecords().contains(where: { $0.record.key.id == id }) else {
                throw HTTPError(.notFound, "No deleted item has this id.")
            }
            let count = try call.library.restore(ids: [id])
            return try call.report(
                ["id": .text(id), "records": .integer(count)] as JSONValue, of: LibraryService.address(of: id))
        },
        Endpoint(
            .post, "/library/deletions", name: "deleteMany",
            summary:
                "Delete several items in one change. Their contents are also deleted. If any item can't be deleted, none are.",
            bodies: [.json(Several.schema)],
            reply: .report(Schema.record(["ids": ids])), errors: [409]
        ) { call in
            let ids = try await call.withSeveralIDs { ids in try call.library.delete(ids: ids) }.ids
            return try call.report(["ids": ids])
        },
        Endpoint(
            .post, "/library/restorations", name: "restoreMany",
            summary:
                "Restore several items in one change. Their contents are also restored. If any item can't be restored, none are.",
            bodies: [.json(Several.schema)],
            reply: .report(Schema.record(["ids": ids, "records": Schema.integer])), errors: [409]
        ) { call in
            let (ids, records) = try await call.withSeveralIDs { ids in
                try call.library.restore(ids: ids)
            }
            return try call.report(
                ["ids": .array(ids.map { .text($0) }), "records": .integer(records)] as JSONValue)
        },
    ]

    private static let ids: JSONValue = Schema.array(of: Schema.anyID)
}

/// The body of a request with several ids.
private struct Several: Decodable {
    let ids: [String]

    /// The maximum number of ids. All ids are stored in one line of the index.
    static let most = 1_000
    static let schema = Schema.object(
        [
            "ids": [
                "type": "array", "items": Schema.anyID, "minItems": 1, "maxItems": .integer(most),
                "description": "Complete ids, without duplicates.",
            ]
        ], required: ["ids"])
}

extension Call<LibraryService> {
    /// Changes the records whose ids are in the body.
    ///
    /// - Throws: `HTTPError` with status 422 if the list of ids is empty or too long, or contains invalid or unknown ids.
    fileprivate func withSeveralIDs<Result>(
        _ body: ([String]) throws -> Result
    ) async throws -> (ids: [String], result: Result) {
        let ids = try await severalIDs()
        do {
            return (ids, try body(ids))
        } catch let error as LibraryError where error.code == .notFound {
            throw HTTPError.unprocessable(error.message)
        }
    }

    private func severalIDs() async throws -> [String] {
        let ids = (try await body() as Several).ids
        guard (1...Several.most).contains(ids.count) else {
            throw HTTPError.unprocessable("\"ids\" has \(ids.count) elements; it must have 1 to \(Several.most).")
        }
        guard Set<NameKey>(names: ids).count == ids.count else {
            throw HTTPError.unprocessable("\"ids\" contains the same id twice.")
        }
        for id in ids where try !Schema.anyID.allows(id) {
            throw HTTPError.unprocessable("\"ids\" contains \"\(id.prefix(80))\", which is not a complete id.")
        }
        return ids
    }
}

extension Schema {
    /// The schemas of deleted and restored records.
    static let deleted: [NameKey: JSONValue] = [
        "Deleted": record([
            "id": anyID,
            "kind": choice(["pin", "photo", "journal", "place", "note", "entry", "meme"]),
            "deleted": moment, "title": string,
        ]),
        "Restored": record(["id": anyID, "records": integer]),
    ]
}
