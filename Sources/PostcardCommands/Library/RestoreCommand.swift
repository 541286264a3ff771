import ArgumentParser
import PostcardLibrary

struct RestoreCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore removed items, or list them.",
        discussion: """
            Everything removed since the library was last compacted can be restored. A
            journal is restored with its contents.

            EXAMPLES
              postcard restore
              postcard restore journal-7k3x9w2mq4ta entry-0c5m1s8d2f6h
            """)

    @Argument(
        help: "Ids or id prefixes. (default: list all items that can be restored)", completion: .deleted)
    var ids: [String] = []

    @Flag(help: "Print the list as JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        guard ids.isEmpty else {
            let count = try library.restore(ids: ids)
            return Console.print("Restored \(ids.joined(separator: " ")): \(count.counting("record")).")
        }
        let items = try library.deletedRecords().map { DeletedListing($0) }
        if json { return try JSONOutput.print(items) }
        guard !items.isEmpty else {
            return Console.error("Nothing has been deleted since the library was last compacted.")
        }
        Table.print(["ID", "DELETED", "WHAT"], items) { item in
            [item.id, item.deleted.localMinute, item.title.firstLine]
        }
    }
}
