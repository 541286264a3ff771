import ArgumentParser
import PostcardCore
import PostcardLibrary

struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make links that show a journal or album to friends.",
        discussion: """
            postcard serve shows the page of a link without a token, until the link expires
            or is removed. The page shows the current contents of the journal or album, and
            nothing else in the library.

            EXAMPLES
              postcard link add "Summer in France"
              postcard link list
            """, subcommands: [LinkAddCommand.self, LinkListCommand.self, LinkRemoveCommand.self])
}

struct LinkAddCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a link to a journal or album, and print it.",
        discussion: """
            The link can't be shown again, because the library contains only its hash.

            EXAMPLES
              postcard link add "Summer in France" --url https://photos.example.org
              postcard link add "Eiffel Tower" --days 7 --positions none
            """)

    @Argument(help: "The id or name of a journal, or of a pin for its album.", completion: .items) var item: String

    @Option(help: "The number of days until the link expires, 1 to 3650.") var days = ShareLink.defaultDays

    @Option(help: ArgumentHelp("The positions on the map: none, places or all.", valueName: "what"))
    var positions = SharedPositions.places

    @Option(
        help: ArgumentHelp("The URL of the service. (POSTCARD_SERVE_PUBLIC_ADDRESS, or else only a path is printed)"))
    var url: String?

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func validate() throws { try require("--days", days, in: ShareLink.days) }

    func run(in library: Library) throws {
        let base = url ?? Environment["POSTCARD_SERVE_PUBLIC_ADDRESS"] ?? ""
        try require(
            base.isEmpty || base.hasPrefix("https://") || base.hasPrefix("http://"),
            "--url is \(base); it must start with http:// or https://.")
        var link = try library.addLink(to: item, positions: positions, days: days)
        link.url = link.url.map { (base.hasSuffix("/") ? String(base.dropLast()) : base) + $0 }
        if json { return try JSONOutput.print(link) }
        Console.print(link.url ?? "")
        if base.isEmpty {
            Console.error(
                "This is the path. Put the URL of your service (postcard serve) before it, or set --url. "
                    + "Your friends must be able to reach that URL.")
        }
        Console.error("Until \(link.expires.localMinute). To revoke it: postcard link remove \(link.id)")
    }
}

struct LinkListCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the links that have not expired.",
        discussion: """
            EXAMPLES
              postcard link list
              postcard link list --json | jq -r '.[].id'
            """)

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let links = try library.links()
        if json { return try JSONOutput.print(links) }
        guard !links.isEmpty else { return Console.error("No links. Make one: postcard link add \"Summer in France\"") }
        Table.print(["ID", "EXPIRES", "POSITIONS", "SHOWS"], links) { link in
            let journal = try? library.journal(named: link.item, isExact: true).name
            let name = try? journal ?? library.pin(named: link.item, isExact: true).displayName
            return [link.id, link.expires.localMinute, link.positions.rawValue, name ?? "\(link.item), deleted"]
        }
    }
}

struct LinkRemoveCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Revoke links.",
        discussion: """
            EXAMPLE
              postcard link remove link-7k3x9w2mq4ta
            """)

    @Argument(help: "Full link ids.") var links: [String]

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        for link in links {
            try require(
                library.removeLink(link), .missingInput,
                "Link not found: \(link). List the links with: postcard link list")
            Console.print("Revoked \(link)")
        }
    }
}
