import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import SystemPackage

struct MemeExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export memes from a library, with the credits of their pictures.",
        discussion: """
            Beside each file whose picture has a credit line comes a text file with it, and
            with the licence.

            EXAMPLES
              postcard meme export meme-2v8nq0c4r6td --to ~/Desktop
              postcard meme export --all --to memes
            """)

    @Argument(help: "Ids of memes, or the beginnings of them.", completion: .memes) var memes: [String] = []

    @Flag(help: "All memes of the library.") var all = false

    @Option(help: "The folder for the files; it is made when it is missing.", completion: .directory) var to: String

    @Flag(help: "Replace files that are there.") var force = false

    @OptionGroup var options: LibraryOptions

    func validate() throws { try require(all != !memes.isEmpty, "Name memes, or take all of them with --all.") }

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let chosen = try all ? library.memes() : memes.map { try library.meme(namedOrIn: $0) }
        guard !chosen.isEmpty else { return Console.error("No memes yet.") }
        try NewFolder.make(to)
        for meme in chosen {
            // Id and format are validated when a record is read, so the path stays in the folder.
            let ending = ImageFormat(rawValue: meme.format)?.fileExtension ?? meme.format
            let path = FilePath(to).appending("\(meme.id).\(ending)")
            let bytes = try library.blobs.read(meme.blob, limit: .max)
            try PictureFile.write(bytes, to: path, replacing: force)
            if let credit = credit(of: meme) {
                let sidecar = FilePath(to).appending("\(meme.id).credit.txt")
                try PictureFile.write(Array(credit.utf8), to: sidecar, replacing: force)
            }
            Console.print("\(path)")
        }
    }

    private func credit(of meme: MemeRecord) -> String? {
        guard let credit = meme.credit else { return nil }
        let license = meme.license.map { [$0.name, $0.url?.absoluteString].compactMap { $0 }.joined(separator: ", ") }
        return ["Picture: \(credit)", license.map { "Licence: \($0)" }, "Changed: words were put on it with Postcard."]
            .compactMap { $0 }.joined(separator: "\n") + "\n"
    }
}

struct MemeSheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Draw a contact sheet of the memes of a library, newest first.",
        discussion: """
            The colour behind them is that of the setting background, white if there is
            none.

            EXAMPLES
              postcard meme sheet --output memes.jpg
              postcard meme sheet --since 2026-11-01 --columns 6 --tile 200 \\
                --output november.png
            """)

    @Option(
        name: .shortAndLong, help: "The file for the sheet; its name says the format. - for standard output.",
        completion: .file(), transform: PictureOutput.name)
    var output: String

    @Option(help: "Memes in a row, 1 to 100.") var columns = 4

    @Option(help: "The room for one meme in pixels, 16 to 2000.") var tile = 320

    @Option(help: "JPEG quality, 1 to 100.") var quality = 85

    @Flag(help: "Replace a file that is there.") var force = false

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
        try require(!memes.isEmpty, .missingInput, "There are no memes for a sheet.")
        let destination = try PictureOutput(output, quality: quality)
        var sheet = ContactSheet(columns: columns, tileSize: .square(tile), textSize: max(11, tile / 18))
        if let background = try library.settings().background.flatMap({ Color(css: $0) }) {
            sheet.background = background
            // The luma (Rec. 601) decides on light or dark text.
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
                    unreadable.append(meme.id)
                    return nil
                }
                return image
            }
        }
        let image = try sheet.image(of: items)
        try await destination.write(image, replacing: force)
        for id in unreadable { Console.error("\(id): its file cannot be read. See: postcard library check --read") }
        if output != "-" { Console.error("\(output): \(memes.count.counting("meme")), \(image.size) pixels") }
        guard unreadable.isEmpty else { throw Failure(.tryAgain, "\(unreadable.count) of \(memes.count) are missing.") }
    }
}
