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
            White capitals with a black outline, as large as they fit, at the top and at the bottom; or another style. A
            meme of a photo of a library, or one made with --library or POSTCARD_LIBRARY, is kept there and recorded in
            the index; then --output is not needed.

            STYLES
              classic (top, bottom), band and band-below (text), subtitle (text), poster (title, line), label (text),
              credit (text)

            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
              postcard meme photo.jpg "" "ONLY AT THE BOTTOM" -o out.png
              postcard meme photo.jpg "Patience" "It was a race condition" --style poster -o out.jpg
              cat photo.jpg | postcard meme - "TOP" "BOTTOM" -o - > out.jpg
              postcard meme photo.jpg --spec meme.json -o out.jpg
              postcard meme photo-7k3x9w2mq4ta "WISH YOU WERE HERE"
            """)

    @Argument(help: "A picture file, - for standard input, or the id of a photo of the library.", completion: .file())
    var picture: String

    @Argument(help: "What is written, in the order of the style: top, then bottom.")
    var texts: [String] = []

    @OptionGroup var look: MemeLookOptions

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
        let isBlank = texts.allSatisfy { $0.allSatisfy(\.isWhitespace) }
        guard look.spec != nil || !isBlank else { throw ValidationError("Write something on the picture.") }
        guard look.spec == nil || texts.isEmpty else {
            throw ValidationError("The words are in the --spec file; give no others.")
        }
    }

    func run() throws {
        let meme = try look.meme(of: texts)
        let source = try source()
        let output = try output.map { try PictureOutput($0, quality: quality) }
        guard output != nil || source.library != nil else {
            throw ValidationError(
                "Say where the meme goes with --output FILE, or keep it in a library with --library FOLDER.")
        }
        let picture = try DecodedImage(source.bytes, options: DecodingOptions(), named: self.picture).image
        let (image, reports) = try meme.render(onto: picture)
        reports.flatMap(\.warnings).forEach(Console.error)
        let encoding = output?.encoding ?? .jpeg(quality: quality)
        let bytes = try image.encoded(encoding)
        try output?.write(bytes, replacing: force)
        guard let library = source.library else {
            if let path = self.output, path != "-" { Console.error("\(path): \(image.size) pixels") }
            return
        }
        let record = try library.recordMeme(
            bytes, format: encoding.format, size: image.size, meme: meme, origin: source.origin)
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
