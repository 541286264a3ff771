import ArgumentParser
import PostcardLibrary
import SystemPackage

struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page, or write all of them.",
        discussion: """
            EXAMPLES
              postcard manual pin drop | man -l -
              postcard manual --to ~/.local/share/man/man1
            """)

    @Argument(help: "The command, such as pin drop. (default: the whole program)") var command: [String] = []

    @Option(help: "The folder for the pages of all commands; created if missing.", completion: .directory)
    var to: String?

    func validate() throws { try require(to == nil || command.isEmpty, "--to writes all pages; omit the command.") }

    func run() throws {
        guard let to else {
            var rest = command[...]
            let (found, path) = try ArgumentList.command(of: &rest, in: Postcard.self)
            try require(rest.isEmpty, "There is no command postcard \(command.joined(separator: " ")).")
            return Console.printText(try ManualPage(command: found, path: path).text())
        }
        try NewFolder.make(to)
        let pages = ManualPage.all()
        for page in pages {
            let text = try page.text() + "\n"
            try PictureFile.write(Array(text.utf8), to: FilePath(to).appending(page.fileName), replacing: true)
        }
        Console.error("\(to): \(pages.count.counting("page"))")
    }
}
