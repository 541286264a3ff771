import Dispatch
import PlatformLibc
import Synchronization
import SystemPackage

/// Writes log lines to a descriptor on a separate queue, so a blocked reader does not block the threads that log.
///
/// Waiting lines use memory up to a limit. Further lines are dropped; the next write ends with a line that reports their number.
final class LogWriter: Sendable {
    private struct Waiting {
        var bytes: [UInt8] = []
        var dropped = 0
        /// True while the queue is writing.
        var isWriting = false
    }

    private let descriptor: FileDescriptor
    private let byteLimit: Int
    /// Returns the line that reports the number of dropped lines, without a line end.
    private let report: @Sendable (_ dropped: Int) -> [UInt8]
    private let waiting = Mutex(Waiting())
    private let thread = DispatchQueue(label: "log")

    /// - Parameters:
    ///   - byteLimit: the maximum size of waiting lines in bytes.
    ///   - report: returns the line that reports the number of dropped lines, without a line end.
    init(
        _ descriptor: FileDescriptor, byteLimit: Int = 1 << 20, report: @escaping @Sendable (_ dropped: Int) -> [UInt8]
    ) {
        self.descriptor = descriptor
        self.byteLimit = byteLimit
        self.report = report
    }

    /// Queues a line for writing.
    ///
    /// - Parameter line: the bytes of the line without its end.
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

    /// Waits until all lines are written, for at most `time`.
    func finish(within time: DispatchTimeInterval = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        thread.async { done.signal() }
        _ = done.wait(timeout: .now() + time)
    }

    /// The pause between writes in microseconds, during which lines accumulate. Under load, waking a thread for each line would cost as
    /// much as the rest of a response.
    private static let gathering: UInt32 = 2_000

    private func writeAll() {
        while let bytes = next() {
            writeOut(bytes)
            usleep(Self.gathering)
        }
    }

    /// Returns the bytes to write now; `nil` if there are none.
    private func next() -> [UInt8]? {
        let (bytes, dropped) = waiting.withLock { waiting in
            waiting.isWriting = !waiting.bytes.isEmpty
            // If no line is waiting, the number of dropped lines is reported with the next line.
            let dropped = waiting.isWriting ? waiting.dropped : 0
            waiting.dropped -= dropped
            defer { waiting.bytes = [] }
            return (waiting.bytes, dropped)
        }
        guard !bytes.isEmpty else { return nil }
        return dropped == 0 ? bytes : bytes + report(dropped) + [UInt8(ascii: "\n")]
    }

    /// Writes bytes to the descriptor, and waits while the descriptor is not ready.
    private func writeOut(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do {
                let count = try rest.withUnsafeBytes { try descriptor.write($0) }
                rest = rest.dropFirst(count)
            } catch Errno.resourceTemporarilyUnavailable {
                // Another process that shares the descriptor has made it non-blocking. Blocking is intended here.
                var state = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&state, 1, -1)
            } catch {
                // Lines are lost on a closed descriptor or a full disk; writing continues with later lines.
                return
            }
        }
    }
}
