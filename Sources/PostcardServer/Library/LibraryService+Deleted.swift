internal import PostcardCore
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardLibrary

extension LibraryService {
    static let deleted: [Operation] = [
        Operation(
            .get, "/library/deleted", "listDeleted",
            "What can be restored, deleted last first. What went with something else is not listed by itself.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Deleted"))
        ) { call in
            try call.page(of: try call.library.deletedItems().map { try DeletedListing($0) }) { $0 }
        },
        Operation(
            .post, "/library/deleted/{id}/restore", "restore",
            "Restore what was deleted, with what went with it. What belongs to something deleted waits for that.",
            reply: .init(
                status: .ok, explanation: "It is there again.", content: [.json(Schema.ref("Restored"))],
                fields: ["Location": "Where it is."]),
            faults: [404, 409]
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
    ]

    private struct Restored: Encodable {
        let id: String
        /// The number of records that were restored.
        let records: Int
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
