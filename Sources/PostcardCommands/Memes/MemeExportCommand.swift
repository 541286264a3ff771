import ArgumentParser
import PlatformFoundation
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct MemeExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export saved memes, with the credits of their images.",
        discussion: """
            If an image has a credit line, a text file with the credit and the license is
            written next to the meme.

            EXAMPLES
              postcard meme export meme-2v8nq0c4r6td --to ~/Desktop
              postcard meme export --all --to memes
            """)

    @Argument(help: "Meme ids or id prefixes.", completion: .memes) var memes: [String] = []

    @Flag(help: "Export all memes in the library.") var all = false

    @Option(help: "The folder for the files; created if missing.", completion: .directory) var to: String

    @Flag(help: "Replace existing files.") var force = false

    @OptionGroup var options: LibraryOptions

    func validate() throws { try require(all != !memes.isEmpty, "Specify meme ids, or export all memes with --all.") }

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let chosen = try all ? library.memes() : memes.map { try library.meme(namedOrIn: $0) }
        guard !chosen.isEmpty else { return Console.error("No memes yet.") }
        try NewFolder.make(to)
        for meme in chosen {
            // The id and format are validated when a record is read, so the path stays in the folder.
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
        return ["Picture: \(credit)", license.map { "License: \($0)" }, "Changed: text was added with Postcard."]
            .compactMap { $0 }.joined(separator: "\n") + "\n"
    }
}
