import ArgumentParser
import PostcardLibrary
import PostcardMemes

/// The completion of a command line, from the definitions of commands and the contents of the library.
struct Completer {
    /// The kind of file names that the shell offers in addition to the words.
    enum Kind: Equatable {
        case words
        case files(extensions: [String])
        case folders

        /// The text for the scripts of the shells.
        var text: String {
            switch self {
            case .words: "words"
            case .files(let extensions): (["files"] + extensions).joined(separator: " ")
            case .folders: "folders"
            }
        }
    }

    private(set) var kind = Kind.words
    private(set) var words: [String] = []

    /// Completes a line. `typed` are the words after the program's name; the last one may be incomplete.
    init(_ typed: [String]) {
        // Shells pass the words with their quotes and backslashes.
        let typed = typed.map(Self.unquoted)
        guard let current = typed.last else { return }
        // bash passes an equals sign as a separate word.
        var before = typed.dropLast().filter { $0 != "=" }[...]
        guard var (command, path) = try? ArgumentList.command(of: &before, in: Postcard.self) else { return }
        if before.isEmpty { words += command.shownSubcommands.map { $0.name } }
        while let standard = command.configuration.defaultSubcommand {
            command = standard
            path.append(standard.name)
        }
        if command.configuration.subcommands.isEmpty, let definition = try? CommandDefinition(of: command) {
            complete(current == "=" ? "" : current, behind: before, path: path, definition)
        } else if before.isEmpty {
            words += ["--help", "--version"].filter { current.hasPrefix("-") && $0.hasPrefix(current) }
        }
        words = words.filter { $0.hasPrefix(current == "=" ? "" : current) }
    }

    private mutating func complete(
        _ current: String, behind before: ArraySlice<String>, path: [String], _ definition: CommandDefinition
    ) {
        // Sorting with one more word shows whether that is the value of an option or a positional argument.
        let values = ArgumentList.sort(before, by: definition).values
        let next = ArgumentList.sort(before + ["word"], by: definition)
        let name = next.options.last.map { String($0.prefix { $0 != "=" }) } ?? ""
        if next.values.count == values.count, let pending = definition.argument(typed: name),
            !(pending.takesList && current.hasPrefix("-"))
        {
            return complete(current, as: pending, name: name, path: path, before)
        }
        if current.hasPrefix("-"), !before.contains("--") {
            words += definition.arguments.filter(\.shouldDisplay).compactMap(\.longName)
            return
        }
        let possible = definition.positionals
        guard let last = possible.indices.last else { return }
        guard values.count <= last || possible[last].isRepeating else { return }
        let index = min(values.count, last)
        complete(current, as: possible[index], name: "positional@\(index)", path: path, before)
    }

    private mutating func complete(
        _ current: String, as argument: CommandDefinition.Argument, name: String, path: [String],
        _ before: ArraySlice<String>
    ) {
        words += argument.allValues ?? argument.completionKind?.list?.values ?? []
        if argument.completionKind?.directory != nil { kind = .folders }
        if let files = argument.completionKind?.file {
            kind = .files(extensions: files.extensions)
            words += LibraryNames.ids(beginning: current)
        }
        if argument.completionKind?.custom != nil {
            let request = ["---completion"] + path + ["--", name, "0", "\(current.count)"] + before + [current]
            do {
                _ = try Postcard.parseAsRoot(request)
            } catch {
                words += Postcard.message(for: error).split(separator: "\n").map(String.init)
            }
        }
    }

    /// Returns a word without the quotes and backslashes of a shell.
    private static func unquoted(_ word: String) -> String {
        guard let quote = word.first, quote == "\"" || quote == "'" else {
            var isEscaped = false
            return word.reduce(into: "") { text, character in
                if character == "\\", !isEscaped {
                    isEscaped = true
                } else {
                    isEscaped = false
                    text.append(character)
                }
            }
        }
        let inner = word.dropFirst()
        return String(inner.last == quote ? inner.dropLast() : inner)
    }
}

/// The names and ids in the library, for completion; none without a library.
enum LibraryNames {
    static func pins() -> [String] {
        names { library in try library.pins().map { $0.name.isEmpty ? $0.id : $0.name } }
    }

    static func journals() -> [String] { names { library in try library.journals().map(\.name) } }

    static func templates() -> [String] {
        let store = (try? LibraryOptions.parse([]).openIfThere()?.templates) ?? TemplateStore(directory: nil)
        return (try? store.templates().map(\.template.name)) ?? []
    }

    static func entries() -> [String] { names { library in try library.entries().map(\.id) } }

    static func memes() -> [String] { names { library in try library.memes(limit: 200).map(\.id) } }

    static func notes() -> [String] {
        names { library in
            try library.journals().flatMap { journal in
                try library.contents(of: journal).stops.flatMap { $0.notes.map(\.id) }
            }
        }
    }

    static func photos() -> [String] {
        names { library in try library.pins().flatMap { try library.album(of: $0.id)?.photos ?? [] } }
    }

    static func places() -> [String] {
        names { library in
            try library.journals().flatMap {
                try library.contents(of: $0).places.map { $0.name.isEmpty ? $0.id : $0.name }
            }
        }
    }

    static func deleted() -> [String] { names { library in try library.deletedItems().map(\.record.key.id) } }

    /// Returns the ids of the kind whose prefix, such as `photo-`, a word has.
    static func ids(beginning word: String) -> [String] {
        let kinds: [(String, () -> [String])] = [
            ("photo-", photos), ("meme-", memes), ("entry-", entries), ("note-", notes),
            ("album:", { pins().map { "album:\($0)" } }),
        ]
        return kinds.filter { word.hasPrefix($0.0) }.flatMap { $0.1() }
    }

    private static func names(_ body: (Library) throws -> [String]) -> [String] {
        guard let library = try? LibraryOptions.parse([]).openIfThere() else { return [] }
        let names = (try? body(library)) ?? []
        return names.filter { $0 == $0.escapedForTerminal }
    }
}

extension CompletionKind {
    static var pins: CompletionKind { .custom { _, _, _ in LibraryNames.pins() } }
    static var journals: CompletionKind { .custom { _, _, _ in LibraryNames.journals() } }
    static var places: CompletionKind { .custom { _, _, _ in LibraryNames.places() } }
    static var entries: CompletionKind { .custom { _, _, _ in LibraryNames.entries() } }
    static var notes: CompletionKind { .custom { _, _, _ in LibraryNames.notes() } }
    static var memes: CompletionKind { .custom { _, _, _ in LibraryNames.memes() } }
    static var photos: CompletionKind { .custom { _, _, _ in LibraryNames.photos() } }
    static var templates: CompletionKind { .custom { _, _, _ in LibraryNames.templates() } }
    static var deleted: CompletionKind { .custom { _, _, _ in LibraryNames.deleted() } }
    /// The completion of journals and pins by name, and of ids.
    static var items: CompletionKind {
        .custom { _, _, prefix in LibraryNames.journals() + LibraryNames.pins() + LibraryNames.ids(beginning: prefix) }
    }

    static var styles: CompletionKind { .list(MemeLookOptions.styles) }

    static var formats: CompletionKind { .list(["jpg", "png", "webp", "avif", "gif"]) }
}
