import PlatformLibc
import PostcardCore
import Synchronization
import SystemPackage

/// The output of commands: results on standard output, messages on standard error. Control characters for terminals are escaped.
///
/// If a write fails, the command's work continues, so changes to a library are completed. ``finish()`` reports the failure.
package enum Console {
    /// Prints a line to standard output. Line breaks in it are escaped.
    package static func print(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardOutput) }

    /// Prints multiline text to standard output.
    package static func printText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardOutput) }

    /// Writes a table for programs to standard output. Only a terminal gets escapes, because programs need exact file names.
    static func printData(_ text: String) throws(Failure) {
        if isOutputTerminal { printText(text) } else { try write(CommandArguments.bytes(of: text + "\n")) }
    }

    /// Prints JSON to standard output. Characters that a terminal would interpret are escaped as in JSON.
    static func printJSON(_ json: String) { write(json.escapedJSONForTerminal + "\n", to: .standardOutput) }

    /// Prints a line to standard error. Line breaks in it are escaped.
    package static func error(_ line: String) { write(line.escapedForTerminal + "\n", to: .standardError) }

    /// Prints multiline text to standard error.
    static func errorText(_ text: String) { write(text.escapedLinesForTerminal + "\n", to: .standardError) }

    /// Prints to standard error without a line break and without escaping, to redraw a line.
    package static func errorInPlace(_ text: String) { write(text, to: .standardError) }

    /// Writes bytes, such as a picture, to standard output. Bytes from different tasks are not mixed.
    ///
    /// - Throws: `Failure` if the bytes can't be written. A closed pipe is not an error, since the reader needs no more bytes.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(Errno) {
            try turn.withLock { _ throws(Errno) in try writeAll(bytes, to: .standardOutput) }
        } catch {
            guard error != .brokenPipe else { return }
            throw Self.failure(error)
        }
    }

    /// The lock for writes, since a pipe might accept only some of the bytes at a time.
    private static let turn = Mutex(())

    /// Ignores SIGPIPE, and opens /dev/null for standard descriptors that are closed, so that no other file gets their numbers.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        // Because of the opposite access mode, reading and writing still fail.
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
    /// - Throws: `Failure` for the first write error. A closed pipe is not an error.
    static func finish() throws(Failure) {
        // Some file systems report a full disk only when the file is closed.
        if close(STDOUT_FILENO) != 0, errno != EBADF { note(Errno(rawValue: errno)) }
        if let error = firstError.withLock({ $0 }) { throw failure(error) }
    }

    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if standard output and standard error are terminals, which means that a person reads them.
    package static var isAtTerminal: Bool { isOutputTerminal && isatty(STDERR_FILENO) == 1 }

    /// True if standard error is a terminal that can redraw a line, and the command is not part of a continuous integration run.
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

    /// The first write error that was not thrown.
    private static let firstError = Mutex<Errno?>(nil)

    private static func write(_ text: String, to descriptor: FileDescriptor) {
        do throws(Errno) {
            try writeAll(Array(text.utf8), to: descriptor)
        } catch {
            // A closed standard error is intentional, and a closed terminal accepts no messages.
            let isIgnored = descriptor == .standardError && [.badFileDescriptor, .ioError].contains(error)
            if error != .brokenPipe, !isIgnored { note(error) }
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
        return Failure(.inputOutput, "Can't write to standard output: \(reason).")
    }
}

// MARK: - JSONOutput

extension Unicode.Scalar {
    /// True if a terminal interprets the character instead of showing it: control characters, line separators, and
    /// marks that change the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The string on one line, with all characters that a terminal interprets escaped: `\n`, `\u{1B}`.
    ///
    /// Titles, names and other strings can come from other people. Unescaped, they could change the window's title or colors, or break a
    /// table.
    var escapedForTerminal: String { escaped(keepingLines: false) }

    /// The string with its line breaks and tabs, and with all other characters that a terminal interprets escaped.
    var escapedLinesForTerminal: String { escaped(keepingLines: true) }

    /// The JSON text with escapes for the control characters that JSON allows in strings.
    var escapedJSONForTerminal: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0.value >= 0x7F }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl, scalar.value >= 0x7F {
                text += "\\u" + scalar.value.padded(to: 4, radix: 16)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private func escaped(keepingLines: Bool) -> String {
        guard unicodeScalars.contains(where: { $0.isControl || CommandArguments.byte(for: $0) != nil }) else {
            return self
        }
        let text = keepingLines ? replacing("\r\n", with: "\n") : self
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n" where keepingLines, "\t" where keepingLines: text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if let byte = CommandArguments.byte(for: scalar) {
                    text += "\\x\(String(byte, radix: 16, uppercase: true))"
                } else if scalar.isControl {
                    text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
