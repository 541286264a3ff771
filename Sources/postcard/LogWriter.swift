import Dispatch
import PlatformLibc
import Synchronization
import SystemPackage

/// Writes lines of a log to a descriptor on a thread of its own, so that a reader who stops reading does not stop those who log.
///
/// Lines that wait take memory up to a limit; further ones are dropped and counted, and a line tells how many there were as soon as
/// there is room again.
final class LogWriter: Sendable {
    private struct Waiting {
        var bytes: [UInt8] = []
        var dropped = 0
        /// A Boolean value that indicates whether the thread is running.
        var isWriting = false
    }

    private let descriptor: FileDescriptor
    private let byteLimit: Int
    /// Makes the line that tells how many lines were dropped.
    private let report: @Sendable (_ dropped: Int) -> [UInt8]
    private let waiting = Mutex(Waiting())
    private let thread = DispatchQueue(label: "log")

    /// - Parameters:
    ///   - descriptor: what is written to.
    ///   - byteLimit: bytes that wait at most.
    ///   - report: makes the line, without its end, that tells how many lines were dropped.
    init(
        _ descriptor: FileDescriptor, byteLimit: Int = 1 << 20, report: @escaping @Sendable (_ dropped: Int) -> [UInt8]
    ) {
        self.descriptor = descriptor
        self.byteLimit = byteLimit
        self.report = report
    }

    /// Writes a line as soon as those before it are written.
    ///
    /// - Parameter line: without its end.
    func write(_ line: [UInt8]) {
        let mustStart = waiting.withLock { waiting in
            guard waiting.bytes.count + line.count < byteLimit else {
                waiting.dropped += 1
                return false
            }
            waiting.bytes += line
            waiting.bytes.append(UInt8(ascii: "\n"))
            defer { waiting.isWriting = true }
            return !waiting.isWriting
        }
        if mustStart { thread.async { self.writeAll() } }
    }

    /// Waits until all that was logged is written, for some time at most.
    func finish(within time: DispatchTimeInterval = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        thread.async { done.signal() }
        _ = done.wait(timeout: .now() + time)
    }

    /// Microseconds in which lines gather: under load, waking a thread for each line would cost as much as the rest of a response.
    private static let gathering: UInt32 = 2_000

    private func writeAll() {
        while let bytes = next() {
            writeOut(bytes)
            usleep(Self.gathering)
        }
    }

    /// Returns the bytes to write now; `nil` when there are none.
    private func next() -> [UInt8]? {
        let (bytes, dropped) = waiting.withLock { waiting in
            if waiting.bytes.isEmpty { waiting.isWriting = false }
            defer { (waiting.bytes, waiting.dropped) = ([], 0) }
            return (waiting.bytes, waiting.dropped)
        }
        guard !bytes.isEmpty else { return nil }
        return dropped == 0 ? bytes : bytes + report(dropped) + [UInt8(ascii: "\n")]
    }

    private func writeOut(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do {
                let count = try rest.withUnsafeBytes { try descriptor.write($0) }
                rest = rest.dropFirst(count)
            } catch Errno.resourceTemporarilyUnavailable {
                // Somebody who shares it wants no waiting; here it is right to wait.
                var state = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&state, 1, -1)
            } catch {
                // A log that was closed is wanted no more; one on a full disk may go on later.
                return
            }
        }
    }
}
