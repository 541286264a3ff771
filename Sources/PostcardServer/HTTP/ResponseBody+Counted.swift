import HummingbirdCore
import NIOCore
import PostcardCore

extension ResponseBody {
    /// Bytes that need not be counted: as many as every connection may have.
    private static let minimumBytes = 16 << 10

    /// Bytes in memory, sent in pieces, which count until the client has taken them.
    ///
    /// - Throws: `HTTPError` with a refusal when clients have not taken too many others.
    init(_ bytes: [UInt8], countedBy room: ResponseRoom) throws(HTTPError) {
        guard bytes.count > Self.minimumBytes else {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
            return
        }
        let permit = try room.permit(bytes.count)
        self.init(contentLength: bytes.count) { writer in
            for start in stride(from: 0, to: bytes.count, by: ServedFile.pieceSize) {
                let piece = bytes[start..<min(start + ServedFile.pieceSize, bytes.count)]
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
    }
}
