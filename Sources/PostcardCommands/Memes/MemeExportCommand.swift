import ArgumentParser
import PlatformFoundation
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct MemeExportCommand: ParsableCommand {
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
            let path = FilePath(to).appending("\(meme.id).\(meme.fileExtension)")
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
