/// A picture file format, told by a file's first bytes and never by its name.
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
    /// Windows icon or cursor: its largest picture.
    case ico
    /// JPEG XL, ISO/IEC 18181.
    case jxl
    /// Raw data of a camera's sensor (CR2, CR3, NEF, ARW, DNG, RAF, ORF, RW2): the largest preview that the camera put in.
    case raw
    /// Truevision TGA.
    case tga
    /// Wireless bitmap of the Wireless Application Protocol.
    case wbmp
    /// X11 bitmap.
    case xbm

    /// The name as people write it.
    public var displayName: String {
        switch self {
        case .webp: "WebP"
        case .jxl: "JPEG XL"
        case .raw: "camera RAW"
        case .jpeg, .png, .gif, .avif, .heic, .bmp, .tiff, .ico, .tga, .wbmp, .xbm: rawValue.uppercased()
        }
    }

    /// The usual file name extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type of RFC 6838, for example `image/jpeg`.
    public var mediaType: String {
        switch self {
        case .ico: "image/vnd.microsoft.icon"
        case .raw: "image/x-dcraw"
        case .tga: "image/x-tga"
        case .wbmp: "image/vnd.wap.wbmp"
        case .xbm: "image/x-xbitmap"
        case .jpeg, .png, .gif, .webp, .avif, .heic, .bmp, .tiff, .jxl: "image/\(rawValue)"
        }
    }

    /// The format that a file name extension stands for, in any case, with or without a dot; `nil` for others.
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

    /// The extensions of the formats that Postcard writes, without dots.
    public static let writableExtensions = ["jpg", "jpeg", "png", "webp", "gif", "avif"]

    /// The format that a file name extension stands for; `nil` for one that Postcard does not write.
    public init?(writableExtension name: String) {
        self.init(fileExtension: name)
        guard Self.writable.contains(self) else { return nil }
    }

    /// The format of a file that is to be written, by the extension of its name.
    ///
    /// - Throws: `ImageError` with code `unsupported` for a name that does not say a format that Postcard writes.
    public init(outputPath path: String) throws(ImageError) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            let format = ImageFormat(fileExtension: String(name[name.index(after: dot)...]))
        else {
            throw .unsupported(
                "\(path): the name does not say a picture format. End it in .jpg, .png, .webp, .avif or .gif.")
        }
        do throws(ImageError) {
            self = try EncodingOptions(format: format).format
        } catch {
            throw ImageError(error.code, "\(path): \(error.message)")
        }
    }

    /// The format of `bytes` by their signature; `nil` when it is none of these. NEF, ARW and DNG files begin as TIFF files do, and
    /// are told apart only when their directories are among the bytes. TGA, WBMP and XBM files have no signature: their headers have to
    /// be plausible.
    public init?(sniffing bytes: RawSpan) {
        func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.byteCount >= offset + signature.count
                && signature.indices.allSatisfy {
                    bytes.unsafeLoad(fromByteOffset: offset + $0, as: UInt8.self) == signature[$0]
                }
        }
        func text(_ string: String, at offset: Int = 0) -> Bool { has(Array(string.utf8), at: offset) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if text("GIF87a") || text("GIF89a") {
            self = .gif
        } else if text("RIFF") && text("WEBP", at: 8) {
            self = .webp
        } else if text("ftyp", at: 4) {
            if text("avif", at: 8) || text("avis", at: 8) {
                self = .avif
            } else if ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].contains(where: {
                text($0, at: 8)
            }) {
                self = .heic
            } else if text("crx ", at: 8) {
                self = .raw
            } else {
                return nil
            }
        } else if CameraRAWFile.signatures.contains(where: { has($0) })
            || has(Array("CR".utf8), at: 8) && has([0x49, 0x49, 0x2A, 0])
        {
            self = .raw
        } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A])
            || has([0x49, 0x49, 0x2B, 0x00, 8, 0, 0, 0]) || has([0x4D, 0x4D, 0x00, 0x2B, 0, 8, 0, 0])
        {
            self = bytes.withBuffer { RAWPreviews(tiff: $0).hasSensorData } ? .raw : .tiff
        } else if text("BM") && bytes.byteCount >= 26 && has([0, 0, 0, 0], at: 6) {
            self = .bmp
        } else if has([0xFF, 0x0A]) || has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
            self = .jxl
        } else {
            let format = bytes.withBuffer { buffer -> ImageFormat? in
                if ICOFile.isLikely(buffer) { return .ico }
                return LibGDFile.format(sniffing: buffer) ?? (TGAHeader(buffer) != nil ? .tga : nil)
            }
            guard let format else { return nil }
            self = format
        }
    }
}
