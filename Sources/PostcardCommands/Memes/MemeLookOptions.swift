import PostcardCore

import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources
import SystemPackage

/// The options for the captions and overlays of a meme.
struct MemeLookOptions: ParsableArguments {
    /// The names of all styles, as they are typed.
    static let styles = MemeStyle.all.map(\.name)

    @Option(
        name: .long, help: "classic, band, band-below, subtitle, poster, label or credit. (default: classic)",
        completion: .styles)
    var style: String?

    @OptionGroup(title: MemeLetteringOptions.title) var lettering: MemeLetteringOptions
    @OptionGroup(title: MemeShapeOptions.title) var shapes: MemeShapeOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            A picture on the picture: a file, an address or the id of a photo of the library, with @ and the box in fractions of the picture; without a box it \
            fills the next empty place of the template or spec. May be given several times.
            """, valueName: "picture[@x,y,width,height]"),
        completion: .file())
    var overlay: [String] = []

    @Option(
        name: .long,
        help: "A JSON file with the whole meme: captions, their boxes, fonts, colours, overlays. - for standard input.",
        completion: .file(extensions: ["json"]))
    var spec: String?

    func meme(of texts: [String]) throws -> Meme {
        guard let spec else {
            let style = try named
            var meme = try usage { try self.meme(of: texts, in: style) }
            try lettering.apply(to: &meme)
            return meme
        }
        let bytes = try PictureInput.bytes(of: spec, limits: .default)
        do {
            var meme = try JSONDecoder().decode(Meme.self, from: Data(bytes))
            do throws(LibraryError) {
                try UnknownNames.refuse(in: bytes, readAs: meme)
            } catch {
                throw Failure(.badData, "\(spec): \(error.message)")
            }
            meme.beginNames(at: spec)
            try lettering.apply(to: &meme)
            return meme
        } catch let error as DecodingError {
            throw Failure(.badData, "\(spec): \(error.explanation)")
        }
    }

    /// Texts in a style's places; in its looks alone where they have places of their own.
    private func meme(of texts: [String], in style: MemeStyle) throws -> Meme {
        let captions = style.captions(of: texts)
        if texts.count > 1, lettering.box.count == texts.count {
            return Meme(captions: captions ?? texts.map { Caption($0) })
        }
        guard texts.count > style.slots.count, lettering.placesWords, let captions else {
            return try style.meme(of: texts)
        }
        return Meme(captions: captions.filter { !Caption.isBlank($0.text) })
    }

    private var named: MemeStyle {
        get throws {
            let style = self.style ?? "classic"
            guard let found = MemeStyle(named: style) else {
                let near = Spelling.nearest(to: style, of: Self.styles).map { "Did you mean \($0)?" }
                throw ValidationError(
                    "There is no style \(style). \(near ?? "There are \(Self.styles.joined(separator: ", ")).")")
            }
            return found
        }
    }

    /// Adds overlays and shapes, and reads the files of all overlays and fonts. `library` has the photos that overlays
    /// name by their ids. `hasPermission` tells whether photos may be used whose licences forbid changed versions.
    func addFiles(
        to meme: inout Meme, limits: DecodingLimits, library: LibraryOptions, hasPermission: Bool
    ) async throws {
        meme.shapes += shapes.shapes
        for text in overlay {
            let argument = try OverlayArgument(text)
            if let box = argument.box {
                meme.overlays.append(Overlay(.named(argument.picture), in: box))
                meme.overlays[meme.overlays.count - 1].level = .above
            } else {
                guard let place = meme.overlays.firstIndex(where: { $0.picture == nil }) else {
                    throw ValidationError(
                        "--overlay \(text): there is no empty place for it. Say where: \(text)@0.7,0.1,0.25,0.25")
                }
                meme.overlays[place].picture = .named(argument.picture)
            }
        }
        var pictures: [String: [UInt8]] = [:]
        for name in meme.overlayNames {
            if let (photo, library) = try library.photo(named: name, limits: limits) {
                guard photo.license.allowsDerivatives || hasPermission else {
                    throw MemeSource.notPermitted(photo.license.name)
                }
                Console.error("Credit: \(photo.credit)")
                pictures[name] = try library.blobs.read(photo.blob, limit: limits.bytes)
                continue
            }
            pictures[name] =
                PictureSource.isAddress(name)
                ? try await PictureInput.fetch(name, maximumBytes: limits.bytes)
                : try PictureInput.bytes(of: name, limits: limits)
        }
        meme.fillOverlays(pictures)
        try meme.readFontFiles()
    }
}

/// Does what only the words of the command can make fail.
func usage<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as MemeError {
        throw ValidationError(error.message)
    }
}

extension Meme {
    /// Paths of overlays and fonts in a spec are from the spec's folder, wherever the command is run.
    fileprivate mutating func beginNames(at spec: String) {
        let folder = FilePath(spec).removingLastComponent()
        guard spec != "-", !folder.isEmpty else { return }
        for index in overlays.indices {
            guard case .named(let name)? = overlays[index].picture, !PictureSource.isAddress(name),
                !name.hasPrefix("/"), !name.hasPrefix("photo-")
            else { continue }
            overlays[index].picture = .named(folder.pushing(FilePath(name)).string)
        }
        for place in [\Meme.above, \.captions, \.below] {
            for index in self[keyPath: place].indices {
                guard let path = self[keyPath: place][index].font.fileName, !path.hasPrefix("/") else { continue }
                self[keyPath: place][index].font = FontArgument.font(
                    at: folder.pushing(FilePath(path)).string)
            }
        }
    }
}

/// `sticker.png@0.7,0.1,0.25,0.25`
struct OverlayArgument {
    let picture: String
    let box: UnitBox?

    init(_ text: String) throws {
        guard let at = text.lastIndex(of: "@") else {
            picture = text
            box = nil
            return
        }
        let numbers = text[text.index(after: at)...].split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        // An @ may be part of a name.
        guard numbers.count == 4, values.count == 4 else {
            picture = text
            box = nil
            return
        }
        picture = String(text[..<at])
        guard let box = UnitBox(argument: numbers.joined(separator: ",")) else {
            throw ValidationError(
                "--overlay \(text): the box is in fractions of the picture, such as @0.7,0.1,0.25,0.25.")
        }
        self.box = box
    }
}
