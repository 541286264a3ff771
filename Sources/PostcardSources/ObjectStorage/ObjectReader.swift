import PostcardPhotos

/// Reads an object in pieces, so the object does not have to fit in memory.
package struct ObjectReader: Sendable {
    private let storage: ObjectStorage
    private let address: ObjectAddress
    private let pieceBytes: Int
    private var offset = 0
    /// The length in bytes and the entity tag of the object; `nil` before the first piece.
    private var version: (size: Int, etag: String?)?

    /// The maximum number of bytes to accept in a response, because some servers ignore ranges.
    private static let maximumBytes = 1 << 30

    /// Makes a reader that requests `pieceBytes` bytes at a time.
    package init(_ address: ObjectAddress, in storage: ObjectStorage, pieceBytes: Int = 4 << 20) {
        (self.storage, self.address, self.pieceBytes) = (storage, address, pieceBytes)
    }

    /// Returns the next bytes; `nil` at the end.
    ///
    /// - Throws: `SourceError` as for ``ObjectStorage/object(at:maximumBytes:)``, or with code `badReply` if the object changed after the
    ///   first piece was read.
    package mutating func next() async throws -> [UInt8]? {
        if let version, offset >= version.size { return nil }
        // Status 416 means that the object is empty or has become shorter.
        let response = try await storage.send(
            ObjectStorage.Call(
                address: address, headers: [("range", "bytes=\(offset)-\(offset + pieceBytes - 1)")],
                maximumBytes: Self.maximumBytes, accepted: [416]))
        guard response.status != 416 else {
            guard version == nil else { throw changed }
            version = (0, nil)
            return nil
        }
        if response.status == 206, response.headers.isCoded {
            guard version == nil else { throw changed }
            // Part of a compressed body can't be decompressed on its own.
            let whole = try await storage.send(ObjectStorage.Call(address: address, maximumBytes: Self.maximumBytes))
                .body
            (version, offset) = ((whole.count, nil), whole.count)
            return whole
        }
        let size = try response.size(from: offset, of: address)
        let etag = response.header("ETag")
        guard version.map({ $0.size == size && $0.etag == etag }) ?? true else { throw changed }
        version = (size, etag)
        offset += response.body.count
        guard response.body.isEmpty else { return response.body }
        guard size == 0 else { throw SourceError(.badReply, "The server returned no bytes for \(address).") }
        return nil
    }

    private var changed: SourceError { SourceError(.badReply, "\(address) changed during the download. Try again.") }
}
