import ArgumentParser
import PostcardLibrary

struct RemoveCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove anything by its whole id; journals and pins also by name.",
        discussion: """
            A pin is removed with its album, a journal with its contents. They can be
            restored until the library is compacted.

            EXAMPLES
              postcard remove entry-7k3x9w2mq4ta photo-0c5m1s8d2f6h
              postcard remove "Summer in France"
              postcard restore entry-7k3x9w2mq4ta
            """)

    @Argument(
        help: "Whole ids of pins, photos, journals, places, notes, entries or memes; names of journals and pins.",
        completion: .items)
    var ids: [String]

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        try library.deleteAndReport(ids.map { try library.deletableID(named: $0) })
    }
}

extension Library {
    /// Removes records, and prints how to restore them.
    func deleteAndReport(_ ids: [String]) throws {
        try delete(ids)
        Console.print(ids.count == 1 ? "Removed \(ids[0])." : "Removed \(ids.count).")
        Console.error("Restore with: postcard restore \(ids.joined(separator: " "))")
    }
}

struct RestoreCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore what was removed, or list what can be restored.",
        discussion: """
            Everything removed since the last library compact can be restored, a journal
            with its contents.

            EXAMPLES
              postcard restore
              postcard restore journal-7k3x9w2mq4ta entry-0c5m1s8d2f6h
            """)

    @Argument(
        help: "Ids, or the beginnings of them; without any, all that can be restored is listed.", completion: .deleted)
    var ids: [String] = []

    @Flag(help: "Print the list as JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        guard ids.isEmpty else {
            let count = try library.restore(ids)
            return Console.print("Restored \(ids.joined(separator: " ")): \(count.counting("record")).")
        }
        let items = try library.deletedItems().map { DeletedListing($0) }
        if json { return try JSONOutput.print(items) }
        guard !items.isEmpty else { return Console.error("Nothing was deleted since the library was last compacted.") }
        Table.print(["ID", "DELETED", "WHAT"], items) { item in
            [item.id, item.deleted.localMinute, item.title.firstLine]
        }
    }
}
