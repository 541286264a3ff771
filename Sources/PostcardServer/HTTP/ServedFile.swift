import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PlatformLibc
import PostcardDisk

/// A file that is sent piece by piece; it stays open, and so whole, even when it is deleted in the meantime.
final class ServedFile: Sendable {
    private let file: OwnedDescriptor
    /// Bytes of the file.
    let size: Int

    /// The bytes that are read at a time, of which each client has two or three pieces in memory.
    static let pieceSize = 64 << 10

    init(_ file: consuming OwnedDescriptor) {
        size = file.size
        self.file = file
    }

    /// - Returns: `nil` when it is not there.
    convenience init?(path: String) {
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { return nil }
        self.init(file)
    }

    /// The first bytes, to tell what it is.
    func head(_ count: Int) -> [UInt8] { read(0..<min(count, size)) ?? [] }

    /// The body of a response with a part of it.
    func body(_ range: Range<Int>, threads: NIOThreadPool) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            try await self.write(range, to: &writer, threads: threads)
            try await writer.finish(nil)
        }
    }

    /// Sends a part of it, reading on other threads than those that answer requests.
    @concurrent
    private func write(_ range: Range<Int>, to writer: inout any ResponseBodyWriter, threads: NIOThreadPool)
        async throws
    {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + Self.pieceSize, range.upperBound)
            guard let bytes = try await threads.runIfActive({ self.read(piece) }), bytes.count == piece.count else {
                // The head has promised more: all that is left is to break off.
                throw HTTPError(.internalServerError, "A file ended before its end.")
            }
            try await writer.write(ByteBuffer(bytes: bytes))
            start = piece.upperBound
        }
    }

    private func read(_ range: Range<Int>) -> [UInt8]? {
        file.read(upTo: range.count, at: range.lowerBound)
    }
}
