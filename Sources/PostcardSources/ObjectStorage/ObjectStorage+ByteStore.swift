package import PostcardCore

/// Objects of all buckets under their addresses, `s3://[profile@]bucket/key`.
extension ObjectStorage: ByteStore {
    package func read(_ name: String, range: ClosedRange<Int>?, maximumBytes: Int) async throws -> [UInt8] {
        try await object(at: ObjectAddress(parsing: name), range: range, maximumBytes: maximumBytes)
    }

    package func exists(_ name: String) async throws -> Bool {
        var call = Call("HEAD", try ObjectAddress(parsing: name))
        call.accepted = [404]
        return try await send(call).status != 404
    }

    package func write(_ bytes: [UInt8], as name: String, type: String) async throws {
        try await write(bytes, to: ObjectAddress(parsing: name), type: type)
    }

    package func list(
        _ prefix: String, after token: String?
    ) async throws -> (entries: [StoredName], next: String?) {
        let address = try ObjectAddress(parsing: prefix)
        // As it is written, so that names begin with it.
        let bucket = String(decoding: prefix.utf8.dropLast(address.key.utf8.count), as: UTF8.self)
        let page = try await list(address, after: token)
        return (page.entries.map { StoredName(bucket + $0.key, modified: $0.modified) }, page.next)
    }
}
