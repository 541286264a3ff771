#if os(Linux)
    import Foundation
    import Glibc

    /// Counts how often this process or another opens and reads a file.
    final class FileEvents: Sendable {
        private let queue: CInt

        /// `path` is the path of an existing file.
        init(of path: String) throws {
            queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            let events = IN_OPEN | IN_ACCESS | IN_CLOSE_NOWRITE
            guard queue >= 0, inotify_add_watch(queue, path, UInt32(events)) >= 0 else {
                throw CocoaError(.fileReadUnknown)
            }
        }

        deinit { close(queue) }

        /// Returns the events since the last call as soon as there are `count` of them, or fewer after ten seconds.
        ///
        /// A reply can reach its client before the thread that made it has closed the file.
        /// Consecutive reads are one event.
        func names(_ count: Int) -> [String] {
            var names: [String] = []
            repeat {
                for name in unread() where name != "read" || names.last != "read" { names.append(name) }
            } while names.count < count && wait()
            return names
        }

        /// Returns true if another event occurs within ten seconds.
        private func wait() -> Bool {
            var descriptor = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, 10_000) > 0
        }

        private func unread() -> [String] {
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
