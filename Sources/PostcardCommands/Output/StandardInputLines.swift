import Dispatch
import PostcardLibrary
import SystemPackage

/// Lines of standard input as they come, read by a thread of its own: reading blocks, and tasks must not.
///
/// No more than a few lines are read ahead of those that are `finished`, so that a fast writer has to wait.
struct StandardInputLines: AsyncSequence, Sendable {
    struct Line: Sendable {
        /// From 1; empty lines count but are not delivered.
        let number: Int
        let bytes: [UInt8]
    }

    private let stream: AsyncThrowingStream<Line, any Error>
    private let permits: DispatchSemaphore

    /// - Parameters:
    ///   - longest: the most bytes that a line may have.
    ///   - ahead: how many lines may be unfinished besides as many that wait.
    init(longest: Int, ahead: Int) {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Line.self)
        // From 0: a semaphore that goes while it is lower than it began stops the program.
        let permits = DispatchSemaphore(value: 0)
        for _ in 0..<2 * ahead { permits.signal() }
        self.stream = stream
        self.permits = permits
        DispatchQueue(label: "postcard.standard-input").async {
            do {
                try Self.read(longest: longest) { line in
                    permits.wait()
                    continuation.yield(line)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Lets another line be read.
    func finished() { permits.signal() }

    func makeAsyncIterator() -> AsyncThrowingStream<Line, any Error>.Iterator { stream.makeAsyncIterator() }

    private static func read(longest: Int, deliver: (Line) -> Void) throws {
        var rest: [UInt8] = []
        var number = 0
        func take(_ line: [UInt8]) {
            number += 1
            let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            if !isBlank { deliver(Line(number: number, bytes: line)) }
        }
        try FileDescriptor.standardInput.forEachPiece { piece in
            rest.add(piece, endingAt: 0x0A) { take($0) }
            guard rest.count <= longest else {
                throw LibraryError(.tooLarge, "Line \(number + 1) has more than \(longest) bytes, the limit.")
            }
        }
        if !rest.isEmpty { take(rest) }
    }
}
