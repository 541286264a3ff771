package import PostcardCore
import PostcardPhotos

/// A byte store that contains the objects in all buckets. Objects are named by their URLs, `s3://[profile@]bucket/key`.
extension ObjectStorage: ByteStore {
    package func read(_ name: String, maximumBytes: Int) async throws -> [UInt8] {
        try await object(at: ObjectAddress(parsing: name), maximumBytes: maximumBytes)
    }

    package func exists(_ name: String) async throws -> Bool {
        try await send(Call(method: "HEAD", address: ObjectAddress(parsing: name), accepted: [404])).status != 404
    }

    package func write(_ bytes: [UInt8], as name: String, type: String) async throws {
        try await write(bytes, to: ObjectAddress(parsing: name), type: type)
    }

    package func list(
        _ prefix: String, after token: String?
    ) async throws -> (entries: [StoredName], next: String?) {
        let address = try ObjectAddress(parsing: prefix)
        // The bucket is spelled as in `prefix`, so the names start with `prefix`.
        let bucket = String(decoding: prefix.utf8.dropLast(address.key.utf8.count), as: UTF8.self)
        let page = try await list(address, after: token)
        return (page.entries.map { StoredName(bucket + $0.key, modified: $0.modified) }, page.next)
    }
}

// MARK: - Lists

extension ObjectStorage {
    /// An object in a list.
    package struct Entry: Sendable {
        /// The key of the object in its bucket.
        package let key: String
        /// The length of the object in bytes.
        package let size: Int
        /// The time of the last write, in seconds since 1970.
        package let modified: Double
    }

    /// Returns one page of the objects whose keys start with a URL's key, in key order. A page has at most a thousand objects.
    ///
    /// - Parameters:
    ///   - address: the prefix of the keys.
    ///   - token: the token of the page; `nil` for the first page.
    ///   - maximumCount: the maximum number of objects, at most a thousand; `nil` for the server's default.
    ///   - attempts: the maximum number of attempts; `nil` for the number in the client's policy.
    /// - Returns: the objects and the token of the next page, which is `nil` after the last page.
    /// - Throws: `SourceError` as for ``object(at:maximumBytes:)``.
    package func list(
        _ address: ObjectAddress, after token: String? = nil, maximumCount: Int? = nil, attempts: Int? = nil
    ) async throws -> (entries: [Entry], next: String?) {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", address.key)]
        if let maximumCount { query.append(("max-keys", "\(maximumCount)")) }
        if let token { query.append(("continuation-token", token)) }
        let response = try await send(
            Call(address: address.with(key: ""), query: query, maximumBytes: 16 << 20, attempts: attempts))
        let document = XMLText(response.body)
        // The response may come from a proxy or from another kind of server.
        guard !document.elements("ListBucketResult").isEmpty else {
            throw SourceError(
                .badReply, "The server for \(address) did not return a list of objects. Check the endpoint.")
        }
        let isEncoded = document.text("EncodingType") == "url"
        let entries: [Entry] = document.elements("Contents").compactMap { element in
            guard let key = element.text("Key").flatMap({ isEncoded ? Self.decoded($0) : $0 }) else { return nil }
            return Entry(
                key: key, size: element.text("Size").flatMap { Int($0) } ?? 0,
                modified: element.text("LastModified").flatMap(ObjectStorageDate.seconds) ?? 0)
        }
        let next = document.text("IsTruncated") == "true" ? document.text("NextContinuationToken") : nil
        // A repeated token would cause an endless loop.
        guard next == nil || next != token else {
            throw SourceError(.badReply, "The server returned the same page of objects for \(address) twice.")
        }
        return (entries, next)
    }

    /// Decodes a form-encoded key, in which `+` is a space.
    private static func decoded(_ key: String) -> String? {
        PercentEncoding.decode(key.replacing("+", with: "%20"))
    }
}
