import PostcardFixtures
import PostcardImaging

/// Small files that claim to be large.
struct Bomb: Sendable, CustomStringConvertible {
    let description: String
    /// The expected outcome of a thumbnail; `nil` for any.
    let outcome: String?
    let bytes: [UInt8]
    /// The maximum memory for a thumbnail in KiB.
    var maximumKilobytes = 64 << 10

    /// One byte per pixel of a square with sides of `side`, because a GIF is decoded as a whole, plus 6 MiB.
    private static let maximumKilobytesOfGenerated = side * side / 1_024 + (6 << 10)

    /// `outcome` is `ok`, the code of an error, or `nil` for any.
    init(_ description: String, _ outcome: String?, _ bytes: [UInt8]) {
        self.description = description
        self.outcome = outcome
        self.bytes = bytes
    }

    #if DEBUG
        /// Code without optimization takes minutes for files at the limits.
        static let side = 1600
    #else
        static let side = 8000
    #endif

    static let all: [Bomb] =
        generated.map { bomb in
            var bomb = bomb
            bomb.maximumKilobytes = maximumKilobytesOfGenerated
            return bomb
        } + claims + Fixture.hostile.map { Bomb($0.name, nil, $0.bytes) }

    /// Pictures whose pixels would take 256 MB. A decoder's own threads and tables are small by comparison.
    private static let claims: [Bomb] = [
        Bomb("AVIF, a small picture that claims to be large", nil, heif("avif.avif", side: 8000)),
        Bomb("HEIC, a small picture that claims to be large", nil, heif("heic.heic", side: 8000)),
    ]

    private static let generated: [Bomb] =
        [
            Bomb("JPEG of one color", "ok", jpeg(side: side)),
            Bomb("GIF of one color", "ok", gif(side: side)),
            Bomb("BMP whose pixels are skipped by a jump", "ok", bitmap(side: side)),
            Bomb("TIFF, one strip of runs", "ok", tiff(width: side, height: side, rowsPerStrip: side)),
            Bomb("TIFF, a strip for each of 60 million rows", "truncated", tiff(width: 1, height: 60_000_000)),
            Bomb("TIFF, 30,000 × 30,000", "limitExceeded", tiff(width: 30_000, height: 30_000, rowsPerStrip: 30_000)),
            Bomb("WebP, lossy, nothing after the header", nil, webp(side: side)),
            Bomb("WebP, lossless, nothing after the header", nil, losslessWebP(side: side)),
            Bomb("WebP, lossy, 16,383 × 16,383", "limitExceeded", webp(side: 16_383)),
            Bomb("WebP, half a million chunks", "limitExceeded", webp(chunks: 500_000)),
            Bomb("AVIF, 30,000 × 30,000", "limitExceeded", heif("avif.avif", side: 30_000)),
            Bomb("HEIC, 30,000 × 30,000", "limitExceeded", heif("heic.heic", side: 30_000)),
            Bomb("JPEG, XMP that multiplies itself", "ok", jpeg(xmp: laughs)),
            Bomb("JPEG, EXIF that refers to itself", "ok", jpeg(exif: ouroboros)),
        ]
}

extension Bomb {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

    private static func repeated(_ unit: [UInt8], _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(unit.count * count)
        for _ in 0..<count { bytes += unit }
        return bytes
    }

    /// The part before the scan of a JPEG that Postcard encodes, with 16 × 16 pixels per 4:2:0 MCU. Larger pictures have the Huffman codes
    /// of annex K.
    private static let jpegHead: [UInt8] = {
        let file = (try? Image(size: .square(1_024), fill: .white).encoded(as: .jpeg())) ?? []
        let scan = file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA } ?? 0
        return Array(file[..<scan])
    }()

    private static func jpegHead(side: Int, marker: UInt8) -> [UInt8] {
        var bytes = jpegHead
        let frame = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 } ?? 0
        bytes[frame + 1] = marker
        bytes.replaceSubrange(frame + 5..<frame + 9, with: big(side, 2) + big(side, 2))
        return bytes
    }

    /// Blocks equal to the previous block: in the tables of annex K, 00 and 1010 for each of four luma blocks, 00 and 00 for the others.
    private static func jpeg(side: Int) -> [UInt8] {
        let units = ((side + 15) / 16) * ((side + 15) / 16)
        let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
        let unit: [UInt8] = [0x28, 0xA2, 0x8A, 0]
        return jpegHead(side: side, marker: 0xC0) + scan + repeated(unit, units) + [0xFF, 0xD9]
    }

    private static func jpeg(segment marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let file = jpeg(side: 16)
        return file[..<2] + [0xFF, marker] + big(payload.count + 2, 2) + payload + file[2...]
    }

    private static func jpeg(xmp: String) -> [UInt8] {
        jpeg(segment: 0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8))
    }

    private static func jpeg(exif: [UInt8]) -> [UInt8] { jpeg(segment: 0xE1, Array("Exif\0\0".utf8) + exif) }

    /// The "billion laughs" attack: entities that each repeat the previous entity ten times.
    private static let laughs: String = {
        let entities = (1...12).map { level in
            "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        return "<!DOCTYPE x [<!ENTITY l0 \"ha\">" + entities.joined() + "]><dc:rights>&l12;</dc:rights>"
    }()

    /// A directory that is its own EXIF and GPS directory, with the maximum number of entries, and counts beyond the end of the file.
    private static let ouroboros: [UInt8] = {
        var fields: [UInt8] = []
        for tag in [0x8769, 0x8825, 0x9003, 0x8298, 0x010E, 2, 4] {
            let isPointer = tag == 0x8769 || tag == 0x8825
            fields += big(tag, 2) + big(isPointer ? 4 : 2, 2) + big(isPointer ? 1 : 0x7FFF_FFFF, 4) + big(8, 4)
        }
        return Array("MM".utf8) + big(42, 2) + big(8, 4) + big(0xFFFF, 2) + repeated(fields, 100)
    }()

    /// The longest LZW strings, repeated.
    private static func gif(side: Int) -> [UInt8] {
        let codes = [4, 0] + Array(6..<4096) + [Int](repeating: 4095, count: side * side / 4000)
        let widths = GIFLZWTests.widths(rootBits: 2, clears: [0])
        let width: (Int) -> Int = { $0 > 4096 ? 12 : widths($0) }
        let sides = little(side, 2) + little(side, 2)
        let head: [UInt8] = Array("GIF89a".utf8) + sides + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0] + sides + [0]
        return head + frame + GIFSpecimen.blocks(of: codes, width: width, rootBits: 2) + [0x3B]
    }

    private static func bitmap(side: Int) -> [UInt8] {
        let palette = [UInt8](repeating: 90, count: 1024)
        var file = Array("BM".utf8)
        for number in [1080, 0, 1078, 40, side, side, 1 | 8 << 16, 1, 2, 0, 0, 0, 0] { file += little(number, 4) }
        return file + palette + [0, 1]
    }

    /// Gray, compressed with PackBits: two bytes for 128 pixels of 0. No run is longer than a row.
    private static func tiff(width: Int, height: Int, rowsPerStrip: Int = 1) -> [UInt8] {
        let pixels = rowsPerStrip > 1 ? repeated([0x81, 0], (width + 127) / 128 * height) : [0]
        let fields: [(Int, Int, Int)] = [
            (0x100, 4, width), (0x101, 4, height), (0x102, 3, 8), (0x103, 3, 32773), (0x106, 3, 1), (0x111, 4, 200),
            (0x115, 3, 1), (0x116, 4, rowsPerStrip), (0x117, 4, pixels.count),
        ]
        var head = Array("II".utf8) + little(42, 2) + little(8, 4) + little(fields.count, 2)
        for (tag, type, value) in fields { head += little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4) }
        return head + [UInt8](repeating: 0, count: 200 - head.count) + pixels
    }

    /// A RIFF file without its last `missing` bytes.
    private static func riff(_ chunks: [UInt8], missing: Int = 0) -> [UInt8] {
        Array("RIFF".utf8) + little(chunks.count + 4 + missing, 4) + Array("WEBP".utf8) + chunks
    }

    private static func webp(side: Int) -> [UInt8] {
        let frame: [UInt8] = [0x10, 0xFF, 0xFF, 0x9D, 0x01, 0x2A] + little(side, 2) + little(side, 2)
        return riff(
            Array("VP8 ".utf8) + little(1_000_000, 4) + frame + [UInt8](repeating: 0, count: 90), missing: 999_900)
    }

    private static func losslessWebP(side: Int) -> [UInt8] {
        let sides = little((side - 1) | (side - 1) << 14, 4)
        return riff(
            Array("VP8L".utf8) + little(1_000_000, 4) + [0x2F] + sides + [UInt8](repeating: 0, count: 9),
            missing: 999_986)
    }

    private static func webp(chunks count: Int) -> [UInt8] {
        let still = Array(Fixture.small("webp-lossy.webp").bytes.dropFirst(12))
        let chunk = Array("JUNK".utf8) + [0, 0, 0, 0]
        return riff(
            Array("VP8X".utf8) + little(10, 4) + little(0, 4) + little(63, 3) + little(47, 3) + still
                + repeated(chunk, count))
    }

    /// A fixture that states a size larger than its real size.
    private static func heif(_ name: String, side: Int) -> [UInt8] {
        var bytes = Fixture.small(name).bytes
        for offset in bytes.indices.dropLast(16) where bytes[offset..<offset + 4].elementsEqual("ispe".utf8) {
            bytes.replaceSubrange(offset + 8..<offset + 16, with: big(side, 4) + big(side, 4))
        }
        return bytes
    }
}
