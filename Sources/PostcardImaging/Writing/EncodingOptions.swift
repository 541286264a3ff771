import PostcardCore

/// Options for encoding a picture file.
///
/// Only decoding shows whether a picture has transparency: see ``Image/isOpaque``. WebP suits pictures with and without transparency.
///
/// ```swift
/// var encoding = EncodingOptions.webp(quality: 75)
/// encoding.metadata = picture.header.metadata.keeping(.copyright)
/// let small = try image.encoded(as: encoding)
/// // Without a quality, WebP is lossless.
/// let exact = try image.encoded(as: .webp(quality: nil))
/// ```
public struct EncodingOptions: Hashable, Sendable {
    enum Kind: Hashable {
        case jpeg(quality: Int)
        case png
        case webp(quality: Int?)
        case avif(quality: Int)
        case gif
    }
    let kind: Kind
    /// The metadata of the file; none by default. ``Metadata/keeping(_:)`` returns parts of a source's metadata.
    ///
    /// - Warning: All values in `metadata` are written. The metadata in a header includes the position of the camera.
    ///   ``OpenedPicture/file(as:editing:keeping:options:budget:)`` ignores this metadata if it keeps any metadata of its picture.
    public var metadata = Metadata()
    /// True for a progressive JPEG, whose first bytes show the whole picture coarsely. The file is a few percent smaller. Decoding takes
    /// several times as long, and needs memory for all of the file's coefficients. Other formats ignore this option.
    public var isProgressive = false
    /// The alternative text of an AVIF file. In other formats, ``AltText`` adds it to the encoded file.
    package var altText = ""

    /// JPEG with 8 bits and 4:2:0 chroma, or 4:4:4 from quality 90 on. Transparent pixels are drawn on white.
    ///
    /// - Parameter quality: 1 to 100 on the scale of libjpeg; other values are clamped.
    public static func jpeg(quality: Int = 85) -> EncodingOptions {
        EncodingOptions(kind: .jpeg(quality: min(100, max(1, quality))))
    }

    /// PNG with 8 bits, and alpha if the picture has transparency. Only the eighth bit of alpha is lost.
    public static let png = EncodingOptions(kind: .png)

    /// WebP, with alpha if the picture has transparency.
    ///
    /// - Parameter quality: 0 to 100 on the scale of libwebp, for lossy files with 4:2:0 chroma; other values are clamped. `nil` for
    ///   lossless files, in which only the eighth bit of alpha is lost.
    public static func webp(quality: Int? = 80) -> EncodingOptions {
        EncodingOptions(kind: .webp(quality: quality.map { min(100, max(0, $0)) }))
    }

    /// AVIF with 8 bits and 4:2:0 chroma, and alpha if the picture has transparency. Files are small but slow to encode.
    ///
    /// - Parameter quality: 0 to 100 on the scale of libheif; other values are clamped.
    public static func avif(quality: Int = 60) -> EncodingOptions {
        EncodingOptions(kind: .avif(quality: min(100, max(0, quality))))
    }

    /// GIF with at most 256 colors, which are dithered. Pixels that are less than half opaque become transparent, and all others become
    /// opaque. A GIF has no metadata. ``AnimationEncoder`` writes animated files.
    public static let gif = EncodingOptions(kind: .gif)

    /// Returns the options for an image: these options, or `transparent` if the image has transparency.
    package func options(for image: Image, transparent: EncodingOptions?) -> EncodingOptions {
        image.isOpaque ? self : transparent ?? self
    }

    /// Returns the same options with other metadata.
    package func withMetadata(_ metadata: Metadata) -> EncodingOptions {
        var result = self
        result.metadata = metadata
        return result
    }

    /// True for WebP without a quality.
    package var isLossless: Bool { kind == .webp(quality: nil) }

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
    /// Makes the options for a format. PNG and GIF ignore the quality.
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

    /// A string that is equal only for equal options. A comparison shows whether an existing result was made with the same options. The
    /// string is written out because reflection takes two milliseconds per process to search for conformances that no type has, and because
    /// its result changes when any name changes. Metadata is included as the EXIF that is written.
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
        let alt = altText.isEmpty ? "" : " alt \(altText)"
        return (exif.isEmpty ? way : "\(way) exif \(Hexadecimal.encode(exif))") + alt
    }
}

extension Image {
    /// Returns the bytes of a picture file. The same picture and options produce the same bytes. The only metadata in the file is
    /// ``EncodingOptions/metadata``; metadata of the source (position, camera, thumbnails) is not written.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` if a side is longer than the format allows, or `outOfMemory`.
    public func encoded(as options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let exif = EXIFWriter.bytes(of: options.metadata)
        return try ImageWork.step(.encoding) { () throws(ImageError) in
            try ImageWork.checkpoint()
            return switch options.kind {
            case .jpeg(let quality):
                try JPEGWriter.bytes(of: self, quality: quality, isProgressive: options.isProgressive, exif: exif)
            case .png: try PNGWriter.bytes(of: self, exif: exif)
            case .webp(let quality): try WebPWriter.bytes(of: self, quality: quality, exif: exif)
            case .avif(let quality):
                try AVIFWriter.bytes(of: self, quality: quality, exif: exif, xmp: AltText.segment(options.altText))
            case .gif: try GIFWriter.bytes(of: self)
            }
        }
    }
}
