import PostcardImaging
import PostcardMemes

/// An entry point of `PostcardImaging`, `PostcardMemes` or `PostcardLibrary` that libFuzzer feeds.
enum Target: String, CaseIterable {
    /// A file's header with its metadata.
    case header
    /// A still picture, decoded at full and at reduced size.
    case still
    /// The readable part of a damaged picture.
    case recover
    /// Frames of an animation in GIF, WebP or PNG, decoded and encoded again.
    case gif
    /// TIFF and BigTIFF files.
    case tiff
    /// Drawing on JPEG files, whose unchanged blocks are kept.
    case patch
    /// Icons and cursors.
    case ico
    /// Raw camera files.
    case raw
    /// TGA files.
    case tga
    /// JPEG XL files.
    case jxl
    /// An EXIF block or XMP packet in a valid JPEG file, read and written again.
    case metadata
    /// An ICC profile in a valid JPEG file.
    case icc
    /// Sizes, rectangles and edits with arbitrary numbers.
    case sizes
    /// A font, and text drawn with it.
    case font
    /// A text, broken into lines and drawn in the bundled typeface.
    case text
    /// The document of an export, imported into a library.
    case `import`
    /// The index of a library.
    case records

    /// A low limit, so that many files are processed per second.
    private static let limits = DecodingLimits(pixels: 1_000_000, frames: 20)

    func feed(_ bytes: [UInt8]) {
        switch self {
        case .header: _ = try? ImageHeader(of: bytes)
        case .still: decode(bytes, recover: false)
        case .recover: decode(bytes, recover: true)
        case .gif: animate(bytes)
        case .tiff: decode(bytes, if: [.tiff, .raw])
        case .patch: patch(bytes)
        case .ico: decode(bytes, if: [.ico])
        case .raw: decode(bytes, if: [.raw, .tiff])
        case .tga: decode(bytes, if: [.tga])
        case .jxl: decode(bytes, if: [.jxl])
        case .metadata: readMetadata(bytes)
        case .icc: _ = try? Image(decoding: Carrier.jpeg(profile: bytes))
        case .sizes: Sizes.feed(bytes)
        case .font: Lettering.feed(font: bytes)
        case .text: Lettering.feed(text: bytes)
        case .import: Records.feed(document: bytes)
        case .records: Records.feed(index: bytes)
        }
    }

    /// Ignores files of other formats, which have other targets.
    private func decode(_ bytes: [UInt8], if formats: Set<ImageFormat>) {
        guard let format = ImageFormat(sniffing: bytes), formats.contains(format) else { return }
        decode(bytes, recover: (bytes.last ?? 0) % 3 == 0)
    }

    private func decode(_ bytes: [UInt8], recover: Bool) {
        let focus: Resize.Fit = (bytes.last ?? 0) % 2 == 0 ? .cover(.detail) : .inside
        let small = DecodingOptions(
            resize: Resize(into: .square(9), fit: focus), limits: Self.limits, toleratesDamage: recover)
        _ = try? Image(decoding: bytes, options: small)
        _ = try? Image(decoding: bytes, options: DecodingOptions(limits: Self.limits, toleratesDamage: recover))
    }

    private func animate(_ bytes: [UInt8]) {
        let limits = DecodingLimits(pixels: 100_000, frames: 20)
        for recover in [false, true] {
            let whole = DecodingOptions(limits: limits, toleratesDamage: recover)
            if let file = try? AnimatedImage(decoding: bytes, options: whole).encoded() {
                guard (try? AnimatedImage(decoding: file.bytes)) != nil else {
                    fatalError("wrote an invalid GIF file")
                }
            }
            let small = DecodingOptions(
                resize: Resize(into: .square(7), fit: .cover), limits: limits, toleratesDamage: recover)
            if let file = try? AnimatedImage(decoding: bytes, options: small).encoded(as: .webp()) {
                guard (try? AnimatedImage(decoding: file.bytes)) != nil else {
                    fatalError("wrote an invalid WebP file")
                }
            }
        }
    }

    private func patch(_ bytes: [UInt8]) {
        var shape = MemeShape(.line, from: UnitPoint(x: 0.2, y: 0.7), to: UnitPoint(x: 0.9, y: 0.1))
        // Gray shapes have no color edges. Quantization steps coarser than at quality 75 are rejected as usual.
        shape.color = Color(red: 90, green: 90, blue: 90)
        guard var job = try? MemeFile.Job(Meme(shapes: [shape]), on: bytes, encoding: .jpeg(), keepsBlocks: true)
        else { return }
        job.limits = Self.limits
        guard let file = try? job.run() else { return }
        guard (try? Image(decoding: file.bytes)) != nil else { fatalError("wrote an invalid JPEG file") }
    }

    private func readMetadata(_ bytes: [UInt8]) {
        for file in [Carrier.jpeg(exif: bytes), Carrier.jpeg(xmp: bytes)] {
            guard let metadata = try? ImageHeader(of: file).metadata else {
                fatalError("metadata made a picture unreadable")
            }
            let kept = metadata.keeping([.allButPosition, .position])
            guard let written = try? Carrier.picture.encoded(as: .jpeg().withMetadata(kept)),
                let again = try? ImageHeader(of: written).metadata
            else { fatalError("can't write metadata that was read") }
            precondition(again.copyright == kept.copyright && again.artist == kept.artist, "the rights were lost")
        }
    }
}
