import PlatformLibc
import PostcardLibrary
import Synchronization
import SystemPackage

/// The output of commands: results on standard output, messages on standard error. Control characters for terminals are escaped.
///
/// A failed write does not end the work, such as a change of a library. ``finish()`` reports it.
package enum Console {
    /// Prints a line to standard output. Line breaks in it are escaped.
    package static func print(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardOutput) }

    /// Prints a text of several lines to standard output.
    package static func printText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardOutput) }

    /// Prints JSON to standard output. Characters are escaped as JSON escapes.
    static func printJSON(_ json: String) { write(json.escapedJSONForTerminal + "\n", to: .standardOutput) }

    /// Prints a line to standard error. Line breaks in it are escaped.
    package static func error(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardError) }

    /// Prints a text of several lines to standard error.
    static func errorText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardError) }

    /// Prints to standard error without a line break and without escaping, to redraw a line.
    package static func errorInPlace(_ text: String) { write(text, to: .standardError) }

    /// Writes bytes to standard output, such as those of a picture. Bytes of several tasks are not mixed.
    ///
    /// - Throws: `Failure` if they cannot be written. A closed pipe is no error, since the reader needs no more.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(Errno) {
            try turn.withLock { _ throws(Errno) in try writeAll(bytes, to: .standardOutput) }
        } catch {
            guard error != .brokenPipe else { return }
            throw Self.failure(error)
        }
    }

    /// The lock of a write, since a pipe may take only a part of the bytes at a time.
    private static let turn = Mutex(())

    /// Ignores SIGPIPE, and opens /dev/null for standard descriptors that are closed, so that no file gets them.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // With the opposite access mode, reading and writing still fail.
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0 else { continue }
            let opened = open("/dev/null", mode)
            if opened >= 0, opened != descriptor {
                dup2(opened, descriptor)
                close(opened)
            }
        }
    }

    /// Closes standard output.
    ///
    /// - Throws: `Failure` for the first error of writing. A closed pipe is no error.
    static func finish() throws(Failure) {
        // Some file systems report a full disk only when the file is closed.
        if close(STDOUT_FILENO) != 0, errno != EBADF { note(Errno(rawValue: errno)) }
        if let error = firstError.withLock({ $0 }) { throw failure(error) }
    }

    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// A Boolean value that indicates whether both outputs are terminals, so that a person reads them.
    package static var isAtTerminal: Bool { isOutputTerminal && isatty(STDERR_FILENO) == 1 }

    /// A Boolean value that indicates whether standard error is a terminal that can redraw a line, outside of continuous integration.
    static var showsProgress: Bool {
        isatty(STDERR_FILENO) == 1 && Environment["TERM"] != "dumb" && Environment["CI"] == nil
    }

    /// The width of the terminal in columns; 80 if it is unknown.
    static var width: Int {
        if let columns = Environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// The number of processors.
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The first error of writing that was not thrown.
    private static let firstError = Mutex<Errno?>(nil)

    private static func write(_ text: String, to descriptor: FileDescriptor) {
        do throws(Errno) {
            try writeAll(Array(text.utf8), to: descriptor)
        } catch {
            // A closed standard error is intended, and a closed terminal takes no messages.
            let isUnheard = descriptor == .standardError && [.badFileDescriptor, .ioError].contains(error)
            if error != .brokenPipe, !isUnheard { note(error) }
        }
    }

    private static func note(_ error: Errno) {
        firstError.withLock { $0 = $0 ?? error }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: FileDescriptor) throws(Errno) {
        do {
            _ = try descriptor.writeAll(bytes)
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    private static func failure(_ error: Errno) -> Failure {
        let reason = error == .badFileDescriptor ? "it is closed" : "\(error)".lowercased()
        return Failure(.inputOutput, "Cannot write to standard output: \(reason).")
    }
}

// MARK: - Environment

/// Environment variables.
package enum Environment {
    package static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
