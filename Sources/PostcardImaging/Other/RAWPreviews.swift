/// The ranges of JPEG previews stated in a raw file, and the file's metadata.
struct RAWPreviews {
    private enum Tag {
        static let (subfileType, compression, photometric) = (0xFE, 0x103, 0x106)
        static let (partOffsets, partLengths) = (0x111, 0x117)
        static let (jpegOffset, jpegLength) = (0x201, 0x202)
        static let (subdirectories, exif, makerNote) = (0x14A, 0x8769, 0x927C)
        static let panasonicPreview = 0x2E
        static let dngVersion = 0xC612
    }

    private(set) var ranges: [Range<Int>] = []
    private(set) var metadata = Metadata()
    /// True if a directory describes sensor data.
    private(set) var hasSensorData = false

    /// The maximum number of directories in a file; cameras write fewer than ten.
    private static let directoryLimit = 40
    /// The maximum number of boxes inside a box of a CR3 file; cameras write fewer than 50.
    private static let boxLimit = 2_000

    private mutating func add(_ offset: Int?, _ length: Int?, in bytes: UnsafeRawBufferPointer) {
        guard let offset, let length, offset > 0, length > 0, offset < bytes.count else { return }
        ranges.append(offset..<offset + min(length, bytes.count - offset))
    }

    // MARK: CR2, NEF, ARW, DNG, ORF, RW2

    init(tiff bytes: UnsafeRawBufferPointer) {
        guard let file = TIFFDirectory.Reader(bytes, magics: [42, 0x55, 0x4F52, 0x5352]) else { return }
        metadata = Metadata(file)
        hasSensorData = file.directory(at: file.firstDirectory)?.integer(Tag.dngVersion) != nil
        var waiting = [file.firstDirectory]
        var seen: Set<Int> = []
        while let offset = waiting.popLast(), seen.count < Self.directoryLimit {
            guard seen.insert(offset).inserted, let directory = file.directory(at: offset) else { continue }
            read(directory, in: bytes)
            if let next = directory.next { waiting.append(next) }
            waiting += directory.integers(Tag.subdirectories, limit: Self.directoryLimit)
            if let exif = directory.integer(Tag.exif).flatMap(file.directory(at:)) {
                readOlympus(exif, in: bytes, file.budget)
            }
        }
        // A DNG file can also contain a developed picture in TIFF format.
        if let main = file.directory(at: file.firstDirectory), main.integer(Tag.subfileType) ?? 1 == 0,
            main.integer(Tag.photometric) == 2, ranges.isEmpty
        {
            hasSensorData = false
        }
    }

    private mutating func read(_ directory: TIFFDirectory, in bytes: UnsafeRawBufferPointer) {
        let compression = directory.integer(Tag.compression)
        // Sensor data is a color filter array, linear data from such an array, or data compressed by the methods of Nikon, Sony or Pentax.
        if [32_803, 34_892].contains(directory.integer(Tag.photometric))
            || [34_713, 32_767, 65_535].contains(compression)
        {
            hasSensorData = true
        }
        add(directory.integer(Tag.jpegOffset), directory.integer(Tag.jpegLength), in: bytes)
        let parts = directory.integers(Tag.partOffsets, limit: 2)
        if compression == 6 || compression == 7, parts.count == 1 {
            add(parts[0], directory.integer(Tag.partLengths), in: bytes)
        }
        if let preview = directory.range(Tag.panasonicPreview) { add(preview.lowerBound, preview.count, in: bytes) }
    }

    /// Olympus stores the preview's position in the camera settings of its maker note. The position is relative to the start of the note
    /// or, in older cameras, to the start of the file.
    private mutating func readOlympus(
        _ exif: TIFFDirectory, in bytes: UnsafeRawBufferPointer, _ budget: EntryBudget
    ) {
        guard let place = exif.range(Tag.makerNote) else { return }
        let note = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[place]), bigEndian: false)
        let isNew = note.has("OLYMPUS\0", at: 0) || note.has("OM SYSTEM\0", at: 0)
        guard isNew || note.has("OLYMP\0", at: 0) else { return }
        let origin = isNew ? place.lowerBound : 0
        let begin = isNew ? (note.has("OM", at: 0) ? 16 : 12) : place.lowerBound + 8
        let base = UnsafeRawBufferPointer(rebasing: bytes[origin...])
        let isBigEndian = isNew ? note.has("MM", at: begin - 4) : ByteReader(bytes).has("MM", at: 0)
        let file = TIFFDirectory.Reader(base, bigEndian: isBigEndian, budget: budget)
        guard let settings = file.directory(at: begin)?.integer(0x2020).flatMap(file.directory(at:)) else { return }
        add(settings.integer(0x101).map { $0 + origin }, settings.integer(0x102), in: bytes)
    }

    // MARK: RAF

    /// Reads Fujifilm's header, which contains the offset and length of a complete JPEG file with EXIF.
    init(fujifilm bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        add(reader.uint32(at: 84), reader.uint32(at: 88), in: bytes)
    }

    // MARK: CR3

    /// Reads a Canon file, which consists of ISO boxes: EXIF in three TIFF structures, a preview in its own box, and the full-sized JPEG as
    /// the first track's only sample.
    init(canon bytes: UnsafeRawBufferPointer) {
        walk(0..<bytes.count, in: bytes, depth: 0, budget: EntryBudget())
    }

    private mutating func walk(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer, depth: Int, budget: EntryBudget) {
        guard depth <= 8 else { return }
        let reader = ByteReader(bytes)
        let boxes = HEIFBoxes.boxes(reader, in: range, atMost: Self.boxLimit)
        var sample = (offset: Int?.none, length: Int?.none)
        for box in boxes where budget.take() {
            let (body, begin) = (box.content, box.content.lowerBound)
            func directory() -> TIFFDirectory? {
                TIFFDirectory.Reader(UnsafeRawBufferPointer(rebasing: bytes[body]), budget: budget).flatMap { file in
                    file.directory(at: file.firstDirectory)
                }
            }
            switch box.name {
            case "moov", "trak", "mdia", "minf", "stbl": walk(body, in: bytes, depth: depth + 1, budget: budget)
            case "uuid" where body.count > 24:
                // In Canon's preview box, 8 more bytes follow the 16 bytes of its name.
                let isPreview = reader.byte(at: begin) == 0xEA && reader.byte(at: begin + 1) == 0xF4
                walk(body.dropFirst(isPreview ? 24 : 16), in: bytes, depth: depth + 1, budget: budget)
            case "CMT1": if let main = directory() { metadata.read(main: main) }
            case "CMT2": if let exif = directory() { metadata.read(exif: exif) }
            case "CMT4": if let gps = directory() { metadata.read(gps: gps) }
            case "PRVW" where body.count > 16: add(begin + 16, reader.uint32(at: begin + 12), in: bytes)
            case "stsz":
                let same = reader.uint32(at: begin + 4)
                sample.length = same == 0 ? reader.uint32(at: begin + 12) : same
            case "co64": sample.offset = reader.uint64(at: begin + 8)
            case "stco": sample.offset = reader.uint32(at: begin + 8)
            default: break
            }
        }
        add(sample.offset, sample.length, in: bytes)
    }
}
