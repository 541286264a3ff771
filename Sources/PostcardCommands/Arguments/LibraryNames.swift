import ArgumentParser
import PostcardLibrary
import PostcardMemes

/// The names and ids of the library, for completion; nothing where there is none.
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

    /// Ids of the kind that a word begins like, such as `photo-`.
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
    /// Anything that has a name, and ids where one is begun.
    static var items: CompletionKind {
        .custom { _, _, prefix in LibraryNames.journals() + LibraryNames.pins() + LibraryNames.ids(beginning: prefix) }
    }

    static var styles: CompletionKind { .list(MemeLookOptions.styles) }

    static var formats: CompletionKind { .list(["jpg", "png", "webp", "avif", "gif"]) }
}
