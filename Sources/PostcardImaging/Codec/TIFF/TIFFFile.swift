internal import CPostcardShims

/// A TIFF file (TIFF 6.0): its first picture.
struct TIFFFile: ImageFile {
    private enum Tag {
        static let width = 0x100
        static let height = 0x101
        static let bitsPerSample = 0x102
        static let photometric = 0x106
        static let samplesPerPixel = 0x115
        static let planarConfiguration = 0x11C
        static let tileWidth = 0x142
        static let profile = 0x8773
        static let xmp = 0x2BC
    }

    private let bytes: UnsafeRawBufferPointer
    private let isGray: Bool
    private let keepsInks: Bool
    private let profile: [UInt8]?
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        guard let file = TIFFDirectory.Reader(bytes), let main = file.directory(at: file.firstDirectory),
            let width = main.integer(Tag.width), let height = main.integer(Tag.height)
        else { throw .truncated("The TIFF file of \(bytes.count) bytes does not say how large its picture is.") }
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .damaged("The TIFF file says that its picture is \(width) × \(height) pixels.")
        }
        let photometric = main.integer(Tag.photometric)
        isGray = photometric == 0 || photometric == 1
        keepsInks =
            photometric == 5 && main.integer(Tag.bitsPerSample) == 8 && main.integer(Tag.samplesPerPixel) == 4
            && main.integer(Tag.planarConfiguration) ?? 1 == 1 && main.integer(Tag.tileWidth) == nil
        profile = main.data(Tag.profile).map { Array($0) }
        header = ImageHeader(
            format: .tiff, storedSize: PixelSize(width: width, height: height),
            metadata: Metadata(exif: bytes, xmp: main.data(Tag.xmp)))
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let size = header.storedSize
        let buffer = try PixelBuffer(size)
        var rows: Int32 = 0
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_tiff_decode(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, keepsInks, buffer.bytes,
                Int32(size.width), Int32(size.height), &rows, message)
        }
        let failure = LibraryFailure(format: .tiff, library: "libtiff", byteCount: bytes.count)
            .error(status, message, rows: (Int(rows), of: size.height))
        if let failure, !options.recover || ![.damaged, .truncated].contains(failure.code) { throw failure }
        return BufferReader(
            buffer, layout: prepare(buffer), isGray: isGray,
            colorSpace: profile.map(ColorSpace.profile) ?? .standard,
            readableRows: failure == nil ? size.height : Int(rows), failure: failure)
    }

    private func prepare(_ buffer: PixelBuffer) -> PixelLayout {
        guard !keepsInks else {
            for index in 0..<buffer.size.area { buffer.pixels[index] = ~buffer.pixels[index] }
            return .cmyk
        }
        buffer.swapRedAndBlue()
        buffer.unmultiply()
        return buffer.packAlpha() ? .opaque : .alpha
    }
}
