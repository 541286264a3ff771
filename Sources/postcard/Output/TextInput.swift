#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PostcardLibrary
import SystemPackage

/// How a text comes to a command: as an option, by standard input, or from the editor of whoever is at the terminal.
enum TextInput {
    private static let limit = 1 << 20

    /// - Parameters:
    ///   - option: what `--text` said; `-` stands for standard input.
    ///   - initial: what the editor begins with.
    ///   - takesInput: whether standard input is free for the text.
    /// - Throws: `Failure` when the editor fails, or is left without a change: then nothing is to be written.
    static func text(_ option: String?, initial: String = "", takesInput: Bool = true) throws -> String {
        if let option, option != "-" { return option }
        guard takesInput else {
            throw Failure(.usage, "Standard input is taken by a picture; give the text with --text.")
        }
        if option == "-" || isatty(STDIN_FILENO) == 0 { return try read() }
        return try edit(initial)
    }

    private static func read() throws -> String {
        let bytes = try PictureFile.readStandardInput(maximumBytes: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "What came by standard input is no text in UTF-8.")
        }
        return text
    }

    /// Lets `$VISUAL`, `$EDITOR` or vi change a text in a temporary file.
    private static func edit(_ initial: String) throws -> String {
        let editor = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
        var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/postcard-XXXXXX.txt".utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else {
            throw Failure(
                .cannotCreate, "Cannot make a temporary file for the editor in \(Environment["TMPDIR"] ?? "/tmp").")
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let file = FileDescriptor(rawValue: descriptor)
        try file.closeAfter { _ = try file.writeAll(initial.utf8) }
        let status = Shell.run("\(editor) \(Shell.quoted(path))")
        guard status == 0 else {
            throw Failure(.cannotCreate, "The editor (\(editor)) ended with status \(status). Nothing was written.")
        }
        let bytes = try PictureFile.read(FilePath(path), maximumBytes: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "The editor left no text in UTF-8. Nothing was written.")
        }
        guard text != initial else { throw Failure(.usage, "The text was not changed. Nothing was written.") }
        return text
    }
}

/// Programs that belong to the person at the terminal.
enum Shell {
    /// Runs a command to its end, with the terminal; returns its exit status, or 128 and more for a signal.
    static func run(_ command: String) -> Int32 {
        let status = system(command)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// A text as one word for the shell.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
