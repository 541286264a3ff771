import ArgumentParser
import PostcardLibrary

struct RemoveCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove items by id, or journals and pins by name.",
        discussion: """
            A pin is removed with its album, and a journal with its contents. Removed items
            can be restored until the library is compacted.

            EXAMPLES
              postcard remove entry-7k3x9w2mq4ta photo-0c5m1s8d2f6h
              postcard remove "Summer in France"
              postcard restore entry-7k3x9w2mq4ta
            """)

    @Argument(
        help: "Full ids of pins, photos, journals, places, notes, entries or memes; names of journals and pins.",
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
        try delete(ids: ids)
        Console.print(ids.count == 1 ? "Removed \(ids[0])." : "Removed \(ids.count).")
        Console.error("Restore with: postcard restore \(ids.joined(separator: " "))")
    }
}
