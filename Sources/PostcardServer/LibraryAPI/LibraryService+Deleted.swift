import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

extension LibraryService {
    /// For those who can restore something: who may only read is not shown what was deleted.
    private static let trash = LibraryOperation(
        .get, "/library/deleted", "listDeleted",
        "What can be restored, deleted last first. What went with something else is not listed by itself.",
        scope: .write,
        parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Deleted"))
    ) { call in
        try call.page(of: try call.library.deletedItems().map { DeletedListing($0) }) { $0 }
    }
    static let deleted: [LibraryOperation] = [
        trash,
        LibraryOperation(
            .post, "/library/deleted/{id}/restore", "restore",
            "Restore what was deleted, with what went with it. What belongs to something deleted waits for that.",
            reply: .init(
                status: .ok, explanation: "It is there again.", content: [.json(Schema.ref("Restored"))],
                fields: ["Location": "Where it is."]),
            errors: [404, 409]
        ) { call in
            let id = call.id("id")
            // Beginnings of ids are for people at a terminal.
            guard try call.library.deletedItems().contains(where: { $0.record.key.id == id }) else {
                throw HTTPError(.notFound, "Nothing that was deleted has this id.")
            }
            let count = try call.library.restore([id])
            var reply = try call.report(Restored(id: id, records: count))
            reply.headers[.location] = LibraryCall.address(of: id)
            return reply
        },
        LibraryOperation(
            .post, "/library/deletions", "deleteMany",
            "Delete several things in one change, each with what belongs to it: all of them or none.",
            bodies: [.json(Several.schema)],
            reply: .report(Schema.record(["ids": ids], required: ["ids"])), errors: [409]
        ) { call in
            let ids = try await call.withSeveralIDs { (ids) throws(LibraryError) in try call.library.delete(ids) }.ids
            return try call.report(["ids": ids])
        },
        LibraryOperation(
            .post, "/library/restorations", "restoreMany",
            "Restore several things in one change, each with what went with it: all of them or none.",
            bodies: [.json(Several.schema)],
            reply: .report(
                Schema.record(["ids": ids, "records": Schema.integer], required: ["ids", "records"])),
            errors: [409]
        ) { call in
            let (ids, records) = try await call.withSeveralIDs { (ids) throws(LibraryError) in
                try call.library.restore(ids)
            }
            return try call.report(RestoredSeveral(ids: ids, records: records))
        },
    ]

    private static let ids: JSONValue = ["type": "array", "items": Schema.anyID]

    private struct RestoredSeveral: Encodable {
        let ids: [String]
        /// The number of records that were restored.
        let records: Int
    }

    private struct Restored: Encodable {
        let id: String
        /// The number of records that were restored.
        let records: Int
    }
}

/// Things that are named by their ids.
private struct Several: Decodable {
    let ids: [String]

    /// As many as a person selects at once; a line of the index has them all.
    static let most = 1_000
    static let schema = Schema.object(
        [
            "ids": [
                "type": "array", "items": Schema.anyID, "minItems": 1, "maxItems": .integer(most),
                "description": "Whole ids, each once.",
            ]
        ], required: ["ids"])
}

extension LibraryCall {
    /// Does something with the things that the body names.
    ///
    /// - Throws: `HTTPError` with status 422 for none, too many, what is no id, and what is not there.
    fileprivate func withSeveralIDs<Result>(
        _ body: ([String]) throws(LibraryError) -> Result
    ) async throws -> (ids: [String], result: Result) {
        let ids = try await severalIDs()
        do throws(LibraryError) {
            return (ids, try body(ids))
        } catch  where error.code == .notFound {
            throw HTTPError.unprocessable(error.message)
        }
    }

    private func severalIDs() async throws -> [String] {
        let ids = (try await body() as Several).ids
        guard (1...Several.most).contains(ids.count) else {
            throw HTTPError.unprocessable("ids has \(ids.count); it can have 1 to \(Several.most).")
        }
        guard Set(ids).count == ids.count else { throw HTTPError.unprocessable("ids has one of them twice.") }
        for id in ids where try !Schema.anyID.allows(id) {
            throw HTTPError.unprocessable("ids has \"\(id.prefix(80))\", which is no whole id.")
        }
        return ids
    }
}

extension Schema {
    /// Schemas of what was deleted and restored.
    static let deleted: [String: JSONValue] = [
        "Deleted": record(
            [
                "id": anyID, "deleted": moment, "title": string,
                "kind": ["type": "string", "enum": ["pin", "photo", "journal", "place", "note", "entry", "meme"]],
            ], required: ["id", "kind", "deleted", "title"]),
        "Restored": record(["id": anyID, "records": integer], required: ["id", "records"]),
    ]
}
