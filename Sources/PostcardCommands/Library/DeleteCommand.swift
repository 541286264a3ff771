import ArgumentParser
import PostcardLibrary

struct DeleteCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete anything by its whole id, journals and pins also by name.",
        discussion: """
            A pin goes with its album, a journal with all that is in it. What is deleted
            can be restored until the library is compacted.

            EXAMPLES
              postcard delete entry-7k3x9w2mq4ta photo-0c5m1s8d2f6h
              postcard delete "Summer in France"
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
    /// Deletes records, and prints how to restore them.
    func deleteAndReport(_ ids: [String]) throws {
        try delete(ids)
        Console.print(ids.count == 1 ? "Deleted \(ids[0])." : "Deleted \(ids.count).")
        Console.error("Restore with: postcard restore \(ids.joined(separator: " "))")
    }
}

struct RestoreCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore what was deleted, or list what can be restored.",
        discussion: """
            Whatever was deleted since the last library compact comes back as it was, a
            journal with all that was in it.

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
