import ArgumentParser
import PostcardLibrary

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete anything by its whole id, journals and pins also by name.",
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

    func run() throws {
        let library = try options.open(creates: false)
        try library.deleteAndSay(ids.map { try library.deletableID(named: $0) })
    }
}

extension Library {
    /// Deletes, and says how to get it back.
    func deleteAndSay(_ ids: [String]) throws {
        try delete(ids)
        Console.print(ids.count == 1 ? "Deleted \(ids[0])." : "Deleted \(ids.count).")
        Console.error("Restore with: postcard restore \(ids.joined(separator: " "))")
    }
}
