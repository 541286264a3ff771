internal import NIOCore

/// The bytes of an object to be written, which are read piece by piece, from the beginning again when a request is repeated.
package struct ObjectContent: Sendable {
    /// Its length in bytes.
    let size: Int
    /// The SHA-256 of all bytes in lower-case hexadecimal digits, which the server proves.
    let sha256: String
    /// Returns the next bytes from an offset on, at least one before the end.
    let piece: @Sendable (_ offset: Int) throws -> [UInt8]

    /// Describes bytes that are not read before they are sent.
    package init(size: Int, sha256: String, piece: @escaping @Sendable (_ offset: Int) throws -> [UInt8]) {
        (self.size, self.sha256, self.piece) = (size, sha256, piece)
    }

    /// The pieces in their order.
    struct Pieces: AsyncSequence, Sendable {
        let content: ObjectContent

        struct Iterator: AsyncIteratorProtocol {
            let content: ObjectContent
            var offset = 0

            mutating func next() async throws -> ByteBuffer? {
                guard offset < content.size else { return nil }
                do {
                    let bytes = try content.piece(offset)
                    guard !bytes.isEmpty, bytes.count <= content.size - offset else {
                        throw SourceError(.unreadableFile, "A file was changed while it was sent. Try again.")
                    }
                    offset += bytes.count
                    return ByteBuffer(bytes: bytes)
                } catch {
                    throw ObjectStorageTransport.Refusal(error: error)
                }
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(content: content) }
    }
}
