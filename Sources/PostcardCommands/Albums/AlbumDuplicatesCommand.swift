import ArgumentParser
import PostcardLibrary

struct AlbumDuplicatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "List photos that look the same, in one album or all.",
        discussion: """
            Files that are equal byte by byte are stored once anyway. This compares what
            pictures look like: the same view in another size, compressed anew or slightly
            edited. Photos whose 64-bit difference hashes differ in \(PictureFingerprint.nearDistance) bits or
            less are listed together.

            EXAMPLES
              postcard album duplicates
              postcard album duplicates "Eiffel Tower" --json
            """)

    @Argument(help: "The pin's id, the beginning of it, or its name; all albums without it.", completion: .pins)
    var pin: String?

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let pin = try pin.map { try library.pin(named: $0) }
        let groups = try library.duplicates(of: pin?.id)
        if json { return try JSONOutput.print(groups) }
        guard !groups.isEmpty else { return Console.error("No two photos look the same.") }
        var table = Table(["GROUP", "ID", "PIN", "PIXELS", "CREDIT"])
        for (index, group) in groups.enumerated() {
            for photo in group {
                table.add(["\(index + 1)", photo.id, photo.album, "\(photo.width)x\(photo.height)", photo.credit])
            }
        }
        table.lines.forEach(Console.print)
    }
}
