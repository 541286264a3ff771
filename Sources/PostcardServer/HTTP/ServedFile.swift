import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardDisk

/// An open file whose content is sent in pieces. It stays readable when it is deleted in the meantime.
final class ServedFile: Sendable {
    private let file: OwnedDescriptor
    /// The size in bytes.
    let size: Int

    /// The bytes that are read at a time; each client has two or three such pieces in memory.
    static let pieceSize = 64 << 10

    init(_ file: consuming OwnedDescriptor) {
        size = file.size
        self.file = file
    }

    /// - Returns: `nil` when the file cannot be opened.
    convenience init?(path: String) {
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { return nil }
        self.init(file)
    }

    /// Returns the first bytes, for telling the file's type.
    func head(_ count: Int) -> [UInt8] { read(0..<min(count, size)) ?? [] }

    /// Returns the body of a response with a part of the file, a range of offsets in bytes.
    func body(_ range: Range<Int>, threads: NIOThreadPool) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            try await self.write(range, to: &writer, threads: threads)
            try await writer.finish(nil)
        }
    }

    /// Writes a part of the file, reading on the threads of the pool, so that event loops do not wait for the disk.
    @concurrent
    private func write(_ range: Range<Int>, to writer: inout any ResponseBodyWriter, threads: NIOThreadPool)
        async throws
    {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + Self.pieceSize, range.upperBound)
            guard let bytes = try await threads.runIfActive({ self.read(piece) }), bytes.count == piece.count else {
                // The length was announced in the head, so the connection has to be closed.
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
