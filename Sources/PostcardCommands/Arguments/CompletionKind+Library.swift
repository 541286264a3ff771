import ArgumentParser
import PostcardLibrary
import PostcardMemes

extension CompletionKind {
    static var pins: CompletionKind { names { _ in [LibraryNames.pins] } }
    static var journals: CompletionKind { names { _ in [LibraryNames.journals] } }
    static var places: CompletionKind { names { _ in [LibraryNames.places] } }
    static var entries: CompletionKind { names { _ in [LibraryNames.entries] } }
    static var notes: CompletionKind { names { _ in [LibraryNames.notes] } }
    static var memes: CompletionKind { names { _ in [LibraryNames.memes] } }
    static var photos: CompletionKind { names { _ in [LibraryNames.photos] } }
    static var deleted: CompletionKind { names { _ in [LibraryNames.deleted] } }
    /// Completes ids, and the names of journals and pins.
    static var items: CompletionKind {
        names { [LibraryNames.journals, LibraryNames.pins] + LibraryNames.ids(prefix: $0) }
    }

    static var templates: CompletionKind {
        .custom { _, _, _ in
            let store = (try? LibraryOptions.parse([]).openIfExists()?.templates) ?? TemplateStore(directory: nil)
            return shown((try? store.templates().map(\.template.name)) ?? [])
        }
    }

    static var styles: CompletionKind { .list(MemeLookOptions.styles) }

    static var formats: CompletionKind { .list(["jpg", "png", "webp", "avif", "gif"]) }

    /// Returns a completion with names from the library. The names are looked up when the user presses Tab; there are none if the library
    /// does not exist. `lists` receives the start of the word.
    private static func names(
        _ lists: @escaping @Sendable (_ prefix: String) -> [LibraryNames.List]
    ) -> CompletionKind {
        .custom { _, _, prefix in
            guard let library = try? LibraryOptions.parse([]).openIfExists() else { return [] }
            return shown(lists(prefix).flatMap { (try? $0(library)) ?? [] })
        }
    }

    private static func shown(_ names: [String]) -> [String] {
        names.filter { $0 == $0.escapedForTerminal }.map(literal)
    }

    /// Returns a name escaped for the shell that requests it. The parser's bash script expands candidates, so it would run a command
    /// contained in a name. The zsh script treats the text after a colon as a description.
    private static func literal(_ name: String) -> String {
        switch CompletionShell.requesting {
        case .some(.bash):
            name.map { $0.isASCII && !$0.isLetter && !$0.isNumber ? "\\\($0)" : "\($0)" }.joined()
        case .some(.zsh): name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        default: name
        }
    }
}

/// The lists of names and ids in a library.
private enum LibraryNames {
    typealias List = @Sendable (Library) throws -> [String]

    static let pins: List = { try $0.pins().map { $0.name.isEmpty ? $0.id.rawValue : $0.name } }
    static let journals: List = { try $0.journals().map(\.name) }
    static let places: List = { library in
        try library.journals().flatMap { try library.contents(of: $0).places }.map {
            $0.name.isEmpty ? $0.id.rawValue : $0.name
        }
    }
    static let entries: List = { try $0.entries().map(\.id.rawValue) }
    static let notes: List = { library in
        try library.journals().flatMap { try library.contents(of: $0).stops }.flatMap { $0.notes.map(\.id.rawValue) }
    }
    static let memes: List = { try $0.memes(limit: 200).map(\.id.rawValue) }
    static let photos: List = { library in
        try library.pins().flatMap { try library.album(of: $0.id)?.photos ?? [] }.map(\.rawValue)
    }
    static let albums: List = { try pins($0).map { "album:\($0)" } }
    static let deleted: List = { try $0.deletedItems().map(\.id) }

    /// Returns the lists for a word's id prefix, such as `photo-`.
    static func ids(prefix word: String) -> [List] {
        let kinds = [
            ("photo-", photos), ("meme-", memes), ("entry-", entries), ("note-", notes), ("album:", albums),
        ]
        return kinds.filter { word.hasPrefix($0.0) }.map(\.1)
    }
}
