/// Objects whose keys begin alike, named by the rest of their keys.
package protocol ObjectPrefix: Sendable {
    /// The address, for messages.
    var name: String { get }

    /// Reads a part of an object.
    ///
    /// - Parameters:
    ///   - key: Its name.
    ///   - offset: The first byte wanted.
    ///   - count: The most bytes wanted.
    /// - Returns: The bytes, and the length of the whole object; `nil` when there is none.
    /// - Throws: ``SourceError``; `CancellationError`.
    func read(_ key: String, from offset: Int, count: Int) async throws -> (bytes: [UInt8], size: Int)?

    /// Writes an object, in place of one that is there.
    func write(_ bytes: [UInt8], to key: String) async throws

    /// Writes an object whose bytes are read piece by piece.
    func write(_ content: ObjectContent, to key: String) async throws

    /// Lists the objects whose names begin so, a thousand or so at a time; `token` is what came with those before.
    func list(_ start: String, after token: String?) async throws -> (
        objects: [(key: String, size: Int)], next: String?
    )

    /// Removes an object, if it is there.
    func remove(_ key: String) async throws
}

/// A folder in object storage.
package struct StoredObjectPrefix: ObjectPrefix {
    private let prefix: ObjectAddress
    private let storage: ObjectStorage

    /// Names a folder.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of all keys: empty, or with `/` at its end.
    ///   - storage: What carries requests.
    package init(_ prefix: ObjectAddress, storage: ObjectStorage) {
        let key = prefix.key
        self.prefix = prefix.with(key: key.isEmpty || key.hasSuffix("/") ? key : "\(key)/")
        self.storage = storage
    }

    package var name: String { "\(prefix)" }

    private func address(_ key: String) -> ObjectAddress { prefix.with(key: prefix.key + key) }

    package func read(_ key: String, from offset: Int, count: Int) async throws -> (bytes: [UInt8], size: Int)? {
        guard offset > 0 else {
            // A server that knows no ranges sends all of it.
            switch try await storage.read(address(key), prefix: count, maximumBytes: max(count, Self.wholeBytes)) {
            case .bytes(let bytes, let size, _): return (Array(bytes.prefix(count)), size)
            case .missing: return nil
            case .unchanged: throw SourceError(.badReply, "\(address(key)) was answered as unchanged.")
            }
        }
        let bytes = try await storage.object(
            at: address(key), range: offset...(offset + count - 1), maximumBytes: max(count, Self.wholeBytes))
        return (bytes, offset + bytes.count)
    }

    /// Bytes of an object that may come although only a part was asked for.
    private static let wholeBytes = 64 << 20

    package func write(_ bytes: [UInt8], to key: String) async throws {
        try await storage.write(bytes, to: address(key), type: Self.type)
    }

    package func write(_ content: ObjectContent, to key: String) async throws {
        try await storage.write(content, to: address(key), type: Self.type)
    }

    private static let type = "application/octet-stream"

    package func list(
        _ start: String, after token: String?
    ) async throws -> (objects: [(key: String, size: Int)], next: String?) {
        let (entries, next) = try await storage.list(address(start), after: token)
        let own = entries.filter { $0.key.hasPrefix(prefix.key) }
        return (own.map { (String($0.key.dropFirst(prefix.key.count)), $0.size) }, next)
    }

    package func remove(_ key: String) async throws { try await storage.remove(address(key)) }
}
