#if os(Linux)
    import Foundation
    import Glibc

    /// Counts how often a file is opened and read, by this process or another.
    final class FileEvents: Sendable {
        private let queue: CInt

        /// `path` is that of a file that is there.
        init(of path: String) throws {
            queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            let events = IN_OPEN | IN_ACCESS | IN_CLOSE_NOWRITE
            guard queue >= 0, inotify_add_watch(queue, path, UInt32(events)) >= 0 else {
                throw CocoaError(.fileReadUnknown)
            }
        }

        deinit { close(queue) }

        /// The events since the last time. Reads that follow one another are one event.
        func names() -> [String] {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let count = read(queue, &buffer, buffer.count)
            var names: [String] = []
            var offset = 0
            let size = MemoryLayout<inotify_event>.size
            while count > 0, offset + size <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
                switch Int32(bitPattern: event.mask) {
                case IN_OPEN: names.append("open")
                case IN_ACCESS: names.append("read")
                case IN_CLOSE_NOWRITE: names.append("close")
                default: names.append("event \(event.mask)")
                }
                offset += size + Int(event.len)
            }
            return names
        }
    }
#endif
