import ArgumentParser
import PostcardLibrary
import PostcardMemes

extension CompletionKind {
    static var pins: CompletionKind { names { _ in LibraryNames.pins() } }
    static var journals: CompletionKind { names { _ in LibraryNames.journals() } }
    static var places: CompletionKind { names { _ in LibraryNames.places() } }
    static var entries: CompletionKind { names { _ in LibraryNames.entries() } }
    static var notes: CompletionKind { names { _ in LibraryNames.notes() } }
    static var memes: CompletionKind { names { _ in LibraryNames.memes() } }
    static var photos: CompletionKind { names { _ in LibraryNames.photos() } }
    static var templates: CompletionKind { names { _ in LibraryNames.templates() } }
    static var deleted: CompletionKind { names { _ in LibraryNames.deleted() } }
    /// The completion of journals and pins by name, and of ids.
    static var items: CompletionKind {
        names { LibraryNames.journals() + LibraryNames.pins() + LibraryNames.ids(beginning: $0) }
    }

    static var styles: CompletionKind { .list(MemeLookOptions.styles) }

    static var formats: CompletionKind { .list(["jpg", "png", "webp", "avif", "gif"]) }

    /// Returns the completion by names that are looked up when the Tab key is pressed. `body` gets the beginning of the word.
    private static func names(_ body: @escaping @Sendable (_ beginning: String) -> [String]) -> CompletionKind {
        .custom { _, _, beginning in body(beginning).filter { $0 == $0.escapedForTerminal }.map(literal) }
    }

    /// Returns a name as the shell that requests it takes it literally. Of the parser's scripts, that for bash expands candidates, so that it would
    /// run a command in a name, and that for zsh takes the rest after a colon for a description.
    private static func literal(_ name: String) -> String {
        switch CompletionShell.requesting {
        case .some(.bash):
            name.map { $0.isASCII && !$0.isLetter && !$0.isNumber ? "\\\($0)" : "\($0)" }.joined()
        case .some(.zsh): name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        default: name
        }
    }
}

/// The names and ids in the library; none without a library.
private enum LibraryNames {
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
        return (try? body(library)) ?? []
    }
}
