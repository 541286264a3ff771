import CCodecs

/// A TIFF or BigTIFF file (TIFF 6.0): its first page that is neither a thumbnail nor a mask.
struct TIFFFile: ImageFile {
    private enum Tag {
        static let (kind, oldKind, orientation) = (0xFE, 0xFF, 0x112)
        static let (width, height, photometric) = (0x100, 0x101, 0x106)
        static let (rowsPerStrip, tileWidth, tileLength) = (0x116, 0x142, 0x143)
        static let (profile, xmp) = (0x8773, 0x2BC)
    }

    private let bytes: UnsafeRawBufferPointer
    private let directory: Int
    private let isGray: Bool
    private let profile: [UInt8]?
    let header: ImageHeader

    /// `metadata` is the metadata in the directories.
    init(_ bytes: UnsafeRawBufferPointer, metadata: Metadata) throws(ImageError) {
        self.bytes = bytes
        guard let file = TIFFDirectory.Reader(bytes), let (offset, main) = TIFFFile.page(of: file),
            let width = main.integer(Tag.width), let height = main.integer(Tag.height)
        else { throw .truncated("The TIFF file of \(bytes.count) bytes does not state the size of its picture.") }
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .damaged("The TIFF file states an invalid size of \(width) × \(height) pixels.")
        }
        guard let photometric = main.integer(Tag.photometric) else {
            throw .damaged(
                "The TIFF file does not state its color model (PhotometricInterpretation).")
        }
        directory = offset == file.firstDirectory ? 0 : offset
        isGray = photometric == 0 || photometric == 1
        let parts = TIFFFile.partCount(main, width: width, height: height)
        // The position of each strip or tile takes at least two bytes. libtiff would allocate memory for all parts that the file claims.
        guard parts <= bytes.count / 2 else {
            throw .truncated(
                "The TIFF file ends after \(bytes.count) bytes, far too early for a picture of \(width) × \(height) pixels."
            )
        }
        profile = main.data(Tag.profile).map { Array($0) }
        var metadata = metadata
        if let xmp = main.data(Tag.xmp) { metadata.fillGaps(from: Metadata(xmp: xmp)) }
        metadata.useDateChanged()
        if offset != file.firstDirectory {
            metadata.orientation = main.integer(Tag.orientation).flatMap(Orientation.init) ?? .up
        }
        header = ImageHeader(
            format: .tiff, storedSize: PixelSize(width: width, height: height), metadata: metadata)
    }

    /// Returns the first page that is neither a thumbnail nor a mask, or else the first page. Some programs write thumbnails and masks
    /// first.
    private static func page(of file: TIFFDirectory.Reader) -> (offset: Int, TIFFDirectory)? {
        var next: Int? = file.firstDirectory
        for _ in 0..<maximumPages {
            guard let offset = next, let page = file.directory(at: offset) else { break }
            // Bits 0 and 2 mark a thumbnail and a mask. In the old tag, the value 2 marks a thumbnail.
            let isOther =
                (page.integer(Tag.kind) ?? 0) & 0b101 != 0
                || page.integer(Tag.oldKind) == 2
            if !isOther, page.integer(Tag.width) != nil { return (offset, page) }
            next = page.next
        }
        return file.directory(at: file.firstDirectory).map { (file.firstDirectory, $0) }
    }

    /// The maximum number of pages that are checked.
    private static let maximumPages = 16

    /// Returns the number of strips or tiles in one plane.
    private static func partCount(_ main: TIFFDirectory, width: Int, height: Int) -> Int {
        func parts(_ length: Int, _ part: Int?) -> Int { part.map { (length - 1) / max(1, $0) + 1 } ?? 1 }
        guard let tileWidth = main.integer(Tag.tileWidth) else { return parts(height, main.integer(Tag.rowsPerStrip)) }
        return parts(width, tileWidth) * parts(height, main.integer(Tag.tileLength))
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try TIFFReader(
            bytes, directory: directory, size: header.storedSize, isGray: isGray,
            colorSpace: profile.map(ColorSpace.profile) ?? .standard,
            options: options)
    }
}
