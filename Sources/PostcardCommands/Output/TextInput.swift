import PlatformLibc
import PostcardLibrary
package import SystemPackage

/// A text that came to a command as an option, by standard input, or from an editor.
struct TextInput {
    private let text: String
    /// The file in which the editor left the text.
    private let file: FilePath?

    private static let limit = 1 << 20

    /// - Parameters:
    ///   - option: what `--text` said; `-` stands for standard input.
    ///   - initial: what the editor begins with.
    ///   - takesInput: whether standard input is free for the text.
    /// - Throws: `Failure` when the editor fails, or is left without a change: then nothing is to be written.
    init(_ option: String?, initial: String = "", takesInput: Bool = true) throws {
        guard Self.opensEditor(for: option) else {
            file = nil
            guard option == nil || option == "-" else {
                text = option ?? ""
                return
            }
            try require(takesInput, .usage, "Standard input is taken by a picture; give the text with --text.")
            text = try Self.read()
            return
        }
        let path = try PrivateFile.write(initial, in: FileSystem.temporaryFolder, ending: ".txt")
        do {
            text = try Self.edit(path, initial: initial)
            file = path
        } catch {
            let left = try? PictureFile.read(path, maximumBytes: .max)
            if let left, !left.isEmpty, left != Array(initial.utf8) { Self.keep(path) } else { Self.remove(path) }
            throw error
        }
    }

    /// Tells if the text comes from the editor, so that all else should be checked first.
    static func opensEditor(for option: String?) -> Bool { option == nil && isatty(STDIN_FILENO) == 1 }

    /// Saves the text. What was written in the editor is kept in its file when that fails.
    func save<Saved>(_ body: (String) async throws -> Saved) async throws -> Saved {
        do {
            let saved = try await body(text)
            if let file { Self.remove(file) }
            return saved
        } catch {
            if let file { text.allSatisfy(\.isWhitespace) ? Self.remove(file) : Self.keep(file) }
            throw error
        }
    }

    private static func read() throws -> String {
        let bytes: [UInt8]
        do throws(LibraryError) {
            bytes = try PictureFile.readStandardInput(maximumBytes: limit)
        } catch {
            throw error.code == .tooLarge ? tooLong : error
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "Standard input is not valid UTF-8.")
        }
        return text
    }

    /// Lets `$VISUAL`, `$EDITOR` or vi change the text.
    private static func edit(_ path: FilePath, initial: String) throws -> String {
        let editor = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
        let status = Shell.run("\(editor) \(Shell.quoted(path.string))")
        try require(
            status == 0, .cannotCreate, "The editor (\(editor)) ended with status \(status). Nothing was written.")
        let bytes = try PictureFile.read(path, maximumBytes: .max)
        guard bytes.count <= limit else { throw tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "The text from the editor is not valid UTF-8. Nothing was written.")
        }
        try require(text != initial, .usage, "The text was not changed. Nothing was written.")
        return text
    }

    private static var tooLong: Failure {
        Failure(.badData, "The text has more than \(limit) bytes, the limit. Nothing was written.")
    }

    private static func keep(_ path: FilePath) {
        Console.error("What you wrote is kept in \(path). Try again with: --text - < \(path)")
    }

    private static func remove(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }
}

/// A new file that no other user can read, for a program that belongs to the person at the terminal.
package enum PrivateFile {
    /// Writes a text to a file with a name of its own, which ends with `ending`.
    package static func write(_ text: String, in folder: FilePath, ending: String) throws -> FilePath {
        var template = Array("\(folder.appending("postcard-XXXXXX\(ending)"))".utf8CString)
        let descriptor = mkstemps(&template, Int32(ending.utf8.count))
        try require(descriptor >= 0, .cannotCreate, "Cannot make a temporary file in \(folder).")
        let path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        let file = FileDescriptor(rawValue: descriptor)
        do {
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            _ = try? FileSystem.remove(path)
            throw error
        }
        return path
    }
}

/// Programs that belong to the person at the terminal.
package enum Shell {
    /// The program that opens files and pages with what the desktop has for them.
    package static var opener: String {
        #if os(macOS)
            "open"
        #else
            "xdg-open"
        #endif
    }

    /// Runs a command to its end, with the terminal; returns its exit status, or 128 and more for a signal.
    package static func run(_ command: String) -> Int32 {
        // Programs expect to be ended by a closed pipe, which Postcard itself is not.
        signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, SIG_IGN) }
        let status = system(command)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// A text as one word for the shell.
    package static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
