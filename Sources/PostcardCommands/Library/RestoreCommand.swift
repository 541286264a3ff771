import ArgumentParser
import PostcardLibrary

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore what was deleted, or list what can be restored.",
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

    @Flag(name: .long, help: "Print the list as JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        guard ids.isEmpty else {
            let count = try library.restore(ids)
            return Console.print(
                "Restored \(ids.joined(separator: " ")): \(count.counting("record")).")
        }
        let items = try library.deletedItems().map { try DeletedListing($0) }
        if json { return try JSONOutput.print(items) }
        guard !items.isEmpty else { return Console.error("Nothing was deleted since the library was last compacted.") }
        var table = Table(["ID", "DELETED", "WHAT"])
        for item in items { table.add([item.id, item.deleted.localMinute, item.title.firstLine]) }
        table.lines.forEach(Console.print)
    }
}

extension String {
    /// As much as fits in a table.
    var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
