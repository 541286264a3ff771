import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes

struct MemeSheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Draw a contact sheet of saved memes, newest first.",
        discussion: """
            The background setting sets the background color. (default: white)

            EXAMPLES
              postcard meme sheet --output memes.jpg
              postcard meme sheet --since 2026-11-01 --columns 6 --tile 200 \\
                --output november.png
            """)

    @Option(
        name: .shortAndLong, help: "The file for the sheet; its extension sets the format. Use - for standard output.",
        completion: .file(), transform: PictureOutput.name)
    var output: String

    @Option(help: "Memes per row, 1 to 100.") var columns = 4

    @Option(help: "The size of a tile in pixels, 16 to 2000.") var tile = 320

    @Option(help: "JPEG quality, 1 to 100.") var quality = 85

    @Flag(help: "Replace an existing file.") var force = false

    @OptionGroup var filter: MemeFilterOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require("--columns", columns, in: 1...100)
        try require("--tile", tile, in: 16...2_000)
        try require("--quality", quality, in: 1...100)
    }

    func run() async throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let memes = try filter.memes(of: library)
        try require(!memes.isEmpty, .missingInput, "No memes were found for the sheet.")
        let destination = try PictureOutput(output, quality: quality)
        var sheet = ContactSheet(columns: columns, tileSize: .square(tile), textSize: max(11, tile / 18))
        if let background = try library.settings().background.flatMap({ Color(css: $0) }) {
            sheet.background = background
            // The luma (Rec. 601) determines whether the text is light or dark.
            let luma = 299 * Int(background.red) + 587 * Int(background.green) + 114 * Int(background.blue)
            if luma < 128_000 { sheet.textColor = Color(red: 238, green: 238, blue: 238) }
        }
        var unreadable: [String] = []
        let items = memes.map { meme in
            ContactSheet.Item(caption: MemeListing.words(meme)) { size in
                // A damaged meme leaves an empty tile, and is reported.
                guard let bytes = try? library.blobs.read(meme.blob, limit: library.limits.bytes),
                    let image = try? Image(
                        decoding: bytes, options: DecodingOptions(resize: Resize(into: size), limits: library.limits))
                else {
                    unreadable.append(meme.id.rawValue)
                    return nil
                }
                return image
            }
        }
        let image = try sheet.image(of: items)
        try await destination.write(image, replacing: force)
        for id in unreadable { Console.error("\(id): Can't read the meme's file. See: postcard library check --read") }
        if output != "-" { Console.error("\(output): \(memes.count.counting("meme")), \(image.size) pixels") }
        guard unreadable.isEmpty else {
            throw Failure(.tryAgain, "\(unreadable.count) of \(memes.count) memes could not be read.")
        }
    }
}
