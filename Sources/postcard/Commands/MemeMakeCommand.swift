import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources
import SystemPackage

struct MemeMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Put words on a picture.",
        discussion: """
            White capitals with a black outline, as large as they fit, at the top and at the bottom. A meme of a photo of
            a library, or one made with --library or POSTCARD_LIBRARY, is kept there and recorded in the index; then
            --output is not needed.

            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
              postcard meme photo.jpg "" "ONLY AT THE BOTTOM" -o out.png
              cat photo.jpg | postcard meme - "TOP" "BOTTOM" -o - > out.jpg
              postcard meme photo-7k3x9w2mq4ta "WISH YOU WERE HERE"
            """)

    @Argument(help: "A picture file, - for standard input, or the id of a photo of the library.", completion: .file())
    var picture: String

    @Argument(help: "What is written at the top.")
    var top: String

    @Argument(help: "What is written at the bottom.")
    var bottom = ""

    @Option(
        name: .shortAndLong, help: "The file for the meme; its name says the format. - for standard output.",
        completion: .file())
    var output: String?

    @Option(name: .long, help: "JPEG quality, 1 to 100.")
    var quality = 90

    @Flag(name: .long, help: "Replace a file that is there.")
    var force = false

    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard 1...100 ~= quality else { throw ValidationError("--quality is \(quality); it goes from 1 to 100.") }
        guard !(top + bottom).allSatisfy(\.isWhitespace) else {
            throw ValidationError("Write something on the picture.")
        }
    }

    func run() throws {
        let source = try source()
        let output = try output.map { try PictureOutput($0, quality: quality) }
        guard output != nil || source.library != nil else {
            throw ValidationError(
                "Say where the meme goes with --output FILE, or keep it in a library with --library FOLDER.")
        }
        let picture = try Image(decoding: source.bytes, options: DecodingOptions(), named: self.picture)
        let (image, reports) = try Meme.classic(top: top, bottom: bottom).render(onto: picture)
        try report(reports)
        let encoding = output?.encoding ?? .jpeg(quality: quality)
        let bytes = try image.encoded(encoding)
        try output?.write(bytes, replacing: force)
        guard let library = source.library else {
            if let path = self.output, path != "-" { Console.error("\(path): \(image.size) pixels") }
            return
        }
        let record = try library.recordMeme(
            bytes, format: encoding.format, size: image.size, texts: [top, bottom].filter { !$0.isEmpty },
            origin: source.origin)
        announce(record, in: library)
    }

    /// Standard output is for the picture when that goes there.
    private func announce(_ record: MemeRecord, in library: Library) {
        if output == "-" {
            Console.error("Recorded as \(record.id)")
        } else {
            Console.print("\(record.id)  \(output ?? "\(library.blobs.path(of: record.blob))")")
        }
        if let credit = record.credit { Console.error("Credit: \(credit)") }
        if let license = record.license, !license.allowsDerivatives {
            Console.error("Its licence does not allow changed versions to be published: \(license.name).")
        }
    }

    private func report(_ reports: [CaptionReport]) throws {
        for report in reports where !report.isComplete {
            if !report.layout.unfitted.isEmpty {
                Console.error("Too long, left out: \(report.layout.unfitted)")
            }
            if !report.layout.missing.isEmpty {
                Console.error("No font has: \(report.layout.missing.map { "\($0)" }.joined(separator: " "))")
            }
        }
    }

    // MARK: Source

    private struct Source {
        let bytes: [UInt8]
        let origin: MemeOrigin
        /// Where the meme is recorded.
        let library: Library?
    }

    private func source() throws -> Source {
        let limits = DecodingLimits.default
        let isFile = picture == "-" || picture.contains("/") || ((try? PictureTree.isFolder(FilePath(picture))) != nil)
        guard isFile || !picture.hasPrefix("photo-") else {
            let library = try options.open(creates: false)
            let photo = try library.photo(named: picture)
            return Source(
                bytes: try library.blobs.read(photo.blob, limit: limits.bytes), origin: .photo(photo), library: library)
        }
        let bytes = try PictureInput.bytes(of: picture, limits: limits)
        let name = picture == "-" ? "standard input" : FilePath(picture).lastComponent.map { "\($0)" } ?? picture
        return Source(
            bytes: bytes, origin: .file(name), library: options.isNamed ? try options.open(creates: true) : nil)
    }
}
