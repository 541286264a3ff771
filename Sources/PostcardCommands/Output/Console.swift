import PlatformLibc
import PostcardLibrary
import Synchronization
import SystemPackage

/// Results go to standard output, everything else to standard error. Whatever a terminal would act on is escaped here.
///
/// A write that fails does not stop what is under way, which may be the change of a library: ``finish()`` tells of it.
package enum Console {
    /// Prints a line; line breaks in it are escaped.
    package static func print(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardOutput) }

    /// Prints a text that may have several lines.
    package static func printText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardOutput) }

    /// Prints JSON, which stays the same JSON.
    static func printJSON(_ json: String) { write(json.escapedJSONForTerminal + "\n", to: .standardOutput) }

    /// Says a line; line breaks in it are escaped.
    package static func error(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardError) }

    /// Says a text that may have several lines.
    static func errorText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardError) }

    /// Draws again and again, without a line end; control characters are for the terminal.
    package static func errorInPlace(_ text: String) { write(text, to: .standardError) }

    /// Writes a picture or another result that is no text.
    ///
    /// - Throws: `Failure` when it cannot be written; a reader that closed its pipe had enough.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(Errno) {
            try writeAll(bytes, to: .standardOutput)
        } catch {
            guard error != .brokenPipe else { return }
            throw Self.failure(error)
        }
    }

    /// Keeps a closed pipe from ending the program, and a file from being opened as standard output where that is closed.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // Opened the wrong way round, so that reading and writing fail as they would have.
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) < 0 else { continue }
            let opened = open("/dev/null", mode)
            if opened >= 0, opened != descriptor {
                dup2(opened, descriptor)
                close(opened)
            }
        }
    }

    /// Ends the output of the program.
    ///
    /// - Throws: `Failure` when some of it could not be written. A reader that closed its pipe had enough, which is no failure.
    static func finish() throws(Failure) {
        // Some file systems tell of a full disk only now.
        if close(STDOUT_FILENO) != 0, errno != EBADF { note(Errno(rawValue: errno)) }
        if let error = firstError.withLock({ $0 }) { throw failure(error) }
    }

    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if a person reads what the command says, and no program.
    package static var isAtTerminal: Bool { isOutputTerminal && isatty(STDERR_FILENO) == 1 }

    /// True if standard error is a terminal that can redraw a line, and plain text is not requested.
    static var showsProgress: Bool {
        isatty(STDERR_FILENO) == 1 && Environment["TERM"] != "dumb" && Environment["CI"] == nil
    }

    /// Columns of the terminal; 80 when it does not say.
    static var width: Int {
        if let columns = Environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Number of processors that may be used.
    static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The first error of writing that was not thrown.
    private static let firstError = Mutex<Errno?>(nil)

    private static func write(_ text: String, to descriptor: FileDescriptor) {
        do throws(Errno) {
            try writeAll(Array(text.utf8), to: descriptor)
        } catch {
            // Messages are closed on purpose, and a terminal that was closed takes none.
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

/// Environment variables.
package enum Environment {
    package static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
