import PostcardCore

/// The format of a picture file. The format is detected from the first bytes, not from the name.
public enum ImageFormat: String, Sendable, CaseIterable {
    /// JPEG, ISO/IEC 10918-1.
    case jpeg
    /// Portable Network Graphics, W3C PNG.
    case png
    /// Graphics Interchange Format 87a and 89a.
    case gif
    /// WebP, RFC 9649.
    case webp
    /// AV1 Image File Format.
    case avif
    /// High Efficiency Image File, HEVC coded.
    case heic
    /// Windows bitmap.
    case bmp
    /// TIFF 6.0, and BigTIFF.
    case tiff
    /// Windows icon or cursor. The largest picture in the file is decoded.
    case ico
    /// JPEG XL, ISO/IEC 18181.
    case jxl
    /// Raw sensor data from a camera (CR2, CR3, NEF, ARW, DNG, RAF, ORF, RW2). The largest preview in the file is decoded.
    case raw
    /// Truevision TGA.
    case tga

    /// The name to display, such as `JPEG XL`.
    public var displayName: String {
        switch self {
        case .webp: "WebP"
        case .jxl: "JPEG XL"
        case .raw: "camera RAW"
        case .jpeg, .png, .gif, .avif, .heic, .bmp, .tiff, .ico, .tga: rawValue.uppercased()
        }
    }

    /// True for formats that are assumed to contain photos, which are resampled in linear light: JPEG, HEIC, AVIF and camera raw. Other
    /// formats are assumed to contain drawings, whose thin dark lines would fade
    /// (Documentation/Decisions/0027-photos-are-resampled-in-light.md).
    package var isPhotoFormat: Bool {
        switch self {
        case .jpeg, .heic, .avif, .raw: true
        case .png, .gif, .webp, .bmp, .tiff, .ico, .jxl, .tga: false
        }
    }

    /// The usual file extension without the dot, such as `jpg`.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type (RFC 6838), for example `image/jpeg`.
    public var mediaType: String {
        switch self {
        case .ico: "image/vnd.microsoft.icon"
        case .raw: "image/x-dcraw"
        case .tga: "image/x-tga"
        case .jpeg, .png, .gif, .webp, .avif, .heic, .bmp, .tiff, .jxl: "image/\(rawValue)"
        }
    }

    /// Finds the format for a file extension in uppercase or lowercase, with or without a dot. `nil` for other extensions.
    public init?(fileExtension: String) {
        var name = fileExtension.lowercased()
        if name.hasPrefix(".") { name.removeFirst() }
        switch name {
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        case "tif": self = .tiff
        case "heif": self = .heic
        case "cur": self = .ico
        case "cr2", "cr3", "nef", "nrw", "arw", "dng", "raf", "orf", "rw2": self = .raw
        default: self.init(rawValue: name)
        }
    }

    /// The formats that Postcard writes.
    public static let writable: [ImageFormat] = [.jpeg, .png, .webp, .gif, .avif]

    /// The file extensions of the formats that Postcard writes, without dots.
    package static let writableExtensions = ["jpg", "jpeg", "png", "webp", "gif", "avif"]

    /// Finds the format for a file extension. `nil` if Postcard does not write the format.
    package init?(writableExtension name: String) {
        self.init(fileExtension: name)
        guard Self.writable.contains(self) else { return nil }
    }

    /// Finds the format to write from the file extension of an output path.
    ///
    /// - Throws: `ImageError` with code `unsupported` if Postcard does not write a format with this extension.
    package init(outputPath path: String) throws(ImageError) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            let format = ImageFormat(fileExtension: String(name[name.index(after: dot)...]))
        else {
            throw .unsupported(
                "\(path): the name does not end in the file extension of a picture format. Use .jpg, .png, .webp, .avif or .gif."
            )
        }
        do throws(ImageError) {
            self = try EncodingOptions(format: format).format
        } catch {
            throw error.naming("\(path)")
        }
    }

    /// Detects the format of a file from its first bytes; `nil` for other files.
    package init?(sniffing bytes: RawSpan) {
        switch PictureSignature(bytes) {
        case .tiff: self = bytes.withBuffer { RAWPreviews(tiff: $0).hasSensorData } ? .raw : .tiff
        case .bmp where bytes.byteCount < 26: return nil
        case .ico, nil:
            let format = bytes.withBuffer { buffer -> ImageFormat? in
                if ICOFile.isLikely(buffer) { return .ico }
                return TGAFile.Header(buffer) != nil ? .tga : nil
            }
            guard let format else { return nil }
            self = format
        case .some(let signature): self.init(rawValue: signature.rawValue)
        }
    }

    /// Detects the format of a file from its bytes; `nil` for other files. NEF, ARW and DNG files have the signature of
    /// TIFF, and are detected only if `bytes` contains the directories. TGA files have no signature, so their header must be plausible.
    public init?(sniffing bytes: [UInt8]) { self.init(sniffing: bytes.span.bytes) }
}
