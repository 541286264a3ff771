#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PostcardLibrary
import SystemPackage

/// Results go to standard output, everything else to standard error.
enum Console {
    static func print(_ line: String) {
        write(line + "\n", to: .standardOutput)
    }

    static func error(_ line: String) {
        write(line + "\n", to: .standardError)
    }

    /// Without a line end, for a line that is drawn again and again.
    static func errorInPlace(_ text: String) {
        write(text, to: .standardError)
    }

    /// A picture or another result that is no text.
    static func write(_ bytes: [UInt8]) throws {
        do {
            _ = try FileDescriptor.standardOutput.writeAll(bytes)
        } catch {
            throw Failure(.inputOutput, "Cannot write to standard output: \(error).")
        }
    }

    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error can show a line that changes: a terminal, and nobody asked for plain text.
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

    private static func write(_ text: String, to descriptor: FileDescriptor) {
        // A closed pipe behind us must not hide what we did: nothing can be said to it any more.
        _ = try? descriptor.writeAll(text.utf8)
    }
}

/// Environment variables.
enum Environment {
    static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
