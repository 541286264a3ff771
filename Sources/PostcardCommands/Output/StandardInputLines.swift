import Dispatch
import PostcardLibrary
import SystemPackage

/// The lines of standard input as they arrive. A separate thread reads the lines, since reading blocks.
///
/// Only a few lines are read before earlier lines are `finished`, so a fast writer must wait.
struct StandardInputLines: AsyncSequence, Sendable {
    struct Line: Sendable {
        /// The number of the line, from 1. Empty lines are numbered, but skipped.
        let number: Int
        let bytes: [UInt8]
    }

    private let stream: AsyncThrowingStream<Line, any Error>
    private let permits: DispatchSemaphore

    /// Starts reading.
    ///
    /// - Parameters:
    ///   - longest: the maximum length of a line in bytes.
    ///   - ahead: the maximum number of unfinished lines; the same number of lines is read in advance.
    init(longest: Int, ahead: Int) {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Line.self)
        // The initial value is 0, since releasing a semaphore below its initial value stops the program.
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

    /// Allows another line to be read.
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
                throw FileError(.tooLarge, "Line \(number + 1) exceeds the limit of \(longest) bytes.")
            }
        }
        if !rest.isEmpty { take(rest) }
    }
}
