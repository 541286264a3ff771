import PlatformLibc
import PostcardLibrary
import SystemPackage

/// The text of a command, from an option, standard input or an editor.
struct TextInput {
    private let text: String
    /// The editor's file with the text; `nil` if the text has another origin.
    private let file: FilePath?

    private static let limit = 1 << 20

    /// Reads the text.
    ///
    /// - Parameters:
    ///   - option: the value of `--text`; `-` for standard input.
    ///   - initial: the text that the editor opens with.
    ///   - takesInput: true if standard input can be read.
    /// - Throws: `Failure` if the editor fails, or the text was not changed. In both cases, the caller must not write anything.
    init(_ option: String?, initial: String = "", takesInput: Bool = true) throws {
        guard Self.opensEditor(for: option) else {
            file = nil
            guard option == nil || option == "-" else {
                text = option ?? ""
                return
            }
            try require(takesInput, .usage, "Standard input is used for a picture; give the text with --text.")
            text = try Self.read()
            return
        }
        let path = try PrivateFile.write(initial.utf8, in: FileSystem.temporaryFolder, ending: ".txt")
        do {
            text = try Self.edit(path, initial: initial)
            file = path
        } catch {
            let left = try? PictureFile.read(path, maximumBytes: .max)
            if let left, !left.isEmpty, left != Array(initial.utf8) { Self.keep(path) } else { Self.remove(path) }
            throw error
        }
    }

    /// Returns true if an editor is opened. Callers check everything else before the editor opens.
    static func opensEditor(for option: String?) -> Bool { option == nil && isatty(STDIN_FILENO) == 1 }

    /// Runs `body` to save the text. If `body` fails, the editor's file is kept.
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
        do throws(FileError) {
            bytes = try PictureFile.readStandardInput(maximumBytes: limit)
        } catch {
            throw error.code == .tooLarge ? tooLong : error
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "Standard input is not valid UTF-8.")
        }
        return text
    }

    /// Opens the text in `$VISUAL`, `$EDITOR` or vi, and returns the changed text.
    private static func edit(_ path: FilePath, initial: String) throws -> String {
        let editor = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
        let status = Shell.run("\(editor) \(Shell.quoted(path.string))")
        try require(
            status == 0, .cannotCreate, "The editor (\(editor)) exited with status \(status). Nothing was written.")
        let bytes = try PictureFile.read(path, maximumBytes: .max)
        guard bytes.count <= limit else { throw tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "The text from the editor is not valid UTF-8. Nothing was written.")
        }
        try require(text != initial, .usage, "The text was not changed. Nothing was written.")
        return text
    }

    private static var tooLong: Failure {
        Failure(.badData, "The text exceeds the limit of \(limit) bytes. Nothing was written.")
    }

    private static func keep(_ path: FilePath) {
        Console.error("Your text is kept in \(path). Try again with: --text - < \(path)")
    }

    private static func remove(_ path: FilePath) { _ = path.withPlatformString { unlink($0) } }
}
