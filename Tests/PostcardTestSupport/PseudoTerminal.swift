import Foundation

/// A terminal without a screen, and everything that a program writes to it.
final class PseudoTerminal: Sendable {
    /// The end of the terminal for the program's output.
    let programEnd: FileHandle
    private let ownEnd: FileHandle
    private let pieces: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    init() throws {
        var (own, other): (Int32, Int32) = (-1, -1)
        guard openpty(&own, &other, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        ownEnd = FileHandle(fileDescriptor: own, closeOnDealloc: true)
        programEnd = FileHandle(fileDescriptor: other, closeOnDealloc: true)
        (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    }

    /// Closes the program's end in this process, and reads the program's output.
    func begin() {
        try? programEnd.close()
        Thread.detachNewThread { [ownEnd, continuation] in
            var piece = [UInt8](repeating: 0, count: 4_096)
            // When the program ends, reading fails on Linux.
            while case let count = read(ownEnd.fileDescriptor, &piece, piece.count), count > 0 {
                continuation.yield(Array(piece[..<count]))
            }
            continuation.finish()
        }
    }

    /// Returns the whole output.
    func output() async -> [UInt8] {
        var bytes: [UInt8] = []
        for await piece in pieces { bytes += piece }
        return bytes
    }
}
