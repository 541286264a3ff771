import PostcardCore

/// Options for encoding a picture file.
public struct EncodingOptions: Hashable, Sendable {
    enum Kind: Hashable {
        case jpeg(quality: Int)
        case png
        case webp(quality: Int?)
        case avif(quality: Int)
        case gif
    }
    let kind: Kind
    /// The metadata of the file: none by default. `Metadata.keeping(_:)` chooses the parts of a source's metadata.
    public var metadata = Metadata()
    /// `true` for a JPEG that shows all of the picture from its first bytes on, coarsely at first. A few percent smaller, but it takes
    /// several times as long to decode, and room for all of its coefficients. Other formats leave it aside.
    public var isProgressive = false

    /// JPEG, 8 bits, 4:2:0, or 4:4:4 from quality 90 on. Transparent pixels are laid on white.
    ///
    /// - Parameter quality: 1 to 100 as libjpeg counts; others are brought into that range.
    public static func jpeg(quality: Int = 85) -> EncodingOptions {
        EncodingOptions(kind: .jpeg(quality: min(100, max(1, quality))))
    }

    /// PNG, 8 bits, with alpha where the picture has some. Lossless but for the eighth bit of alpha.
    public static let png = EncodingOptions(kind: .png)

    /// WebP, with alpha if the picture has transparency.
    ///
    /// - Parameter quality: 0 to 100 on the scale of libwebp, for lossy files with 4:2:0 chroma; other values are clamped. `nil` for lossless files;
    ///   only the eighth bit of alpha is lost.
    public static func webp(quality: Int? = 80) -> EncodingOptions {
        EncodingOptions(kind: .webp(quality: quality.map { min(100, max(0, $0)) }))
    }

    /// AVIF, 8 bits, 4:2:0, with alpha where the picture has some. Small files that take long to make.
    ///
    /// - Parameter quality: 0 to 100 as libheif counts; others are brought into that range.
    public static func avif(quality: Int = 60) -> EncodingOptions {
        EncodingOptions(kind: .avif(quality: min(100, max(0, quality))))
    }

    /// GIF of one frame, 256 colours at most, chosen and mixed to look like the picture. Pixels less than half opaque become
    /// transparent, the others opaque. It has no room for metadata. `AnimationEncoder` writes GIFs that move.
    public static let gif = EncodingOptions(kind: .gif)

    /// The options for an image: these, or others where it has transparency.
    package func options(for image: Image, transparent: EncodingOptions?) -> EncodingOptions {
        image.isOpaque ? self : transparent ?? self
    }

    /// The same options for a file that tells `metadata`.
    package func withMetadata(_ metadata: Metadata) -> EncodingOptions {
        var result = self
        result.metadata = metadata
        return result
    }

    /// The format of the file.
    public var format: ImageFormat {
        switch kind {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .gif: .gif
        }
    }
}

extension EncodingOptions {
    /// The usual settings of a format; those without a quality leave it aside.
    ///
    /// - Throws: `ImageError` with code `unsupported` for a format that Postcard does not write.
    public init(format: ImageFormat, quality: Int = 85) throws(ImageError) {
        switch format {
        case .jpeg: self = .jpeg(quality: quality)
        case .png: self = .png
        case .webp: self = .webp(quality: quality)
        case .avif: self = .avif(quality: quality)
        case .gif: self = .gif
        case .heic, .bmp, .tiff, .ico, .jxl, .raw, .tga:
            throw .unsupported(
                "Postcard does not write \(format.displayName) pictures. Choose JPEG, PNG, GIF, WebP or AVIF.")
        }
    }

    /// A text that is the same for equal options only, to tell whether a result was made by the same ones. It is written out: a description
    /// by reflection costs a process two milliseconds, since it asks for conformances that no type has, and changes with any name. Metadata
    /// count as the EXIF that is written of them.
    package var recipe: String {
        let way =
            switch kind {
            case .jpeg(let quality): "jpeg \(quality)\(isProgressive ? " progressive" : "")"
            case .png: "png"
            case .webp(let quality): "webp \(quality ?? -1)"
            case .avif(let quality): "avif \(quality)"
            case .gif: "gif"
            }
        let exif = EXIFWriter.bytes(of: metadata)
        return exif.isEmpty ? way : "\(way) exif \(Hexadecimal.encode(exif))"
    }
}

extension Image {
    /// Returns the bytes of a picture file. The same picture and options give the same bytes. Of the metadata of the source (position, camera,
    /// thumbnails), only ``EncodingOptions/metadata`` is written.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` when a side is longer than the format can hold, or `outOfMemory`.
    public func encoded(as options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let exif = EXIFWriter.bytes(of: options.metadata)
        return try ImageWork.step(.encoding) { () throws(ImageError) in
            try ImageWork.checkpoint()
            return switch options.kind {
            case .jpeg(let quality):
                try JPEGWriter.bytes(of: self, quality: quality, isProgressive: options.isProgressive, exif: exif)
            case .png: try PNGWriter.bytes(of: self, exif: exif)
            case .webp(let quality): try WebPWriter.bytes(of: self, quality: quality, exif: exif)
            case .avif(let quality): try AVIFWriter.bytes(of: self, quality: quality, exif: exif)
            case .gif: try GIFWriter.bytes(of: self)
            }
        }
    }
}
