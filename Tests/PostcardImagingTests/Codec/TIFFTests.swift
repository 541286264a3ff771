import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct TIFFTests {
    static let size = PixelSize(width: 3, height: 2)
    /// Red, green, blue; white, gray, black.
    static let levels: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0]
    static let colors = [
        Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0), Color(red: 0, green: 0, blue: 255),
        .white, Color(red: 128, green: 128, blue: 128), .black,
    ]

    struct Samples: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let format: Int
        /// The stored number for a share of full light.
        let number: @Sendable (Double) -> Int
    }

    /// The linear light at half of the sRGB range.
    private static func light(_ share: Double) -> Double { share == 0.5 ? 0.21586 : share }

    static let kinds: [Samples] = [
        Samples(testDescription: "8 bits", bits: 8, format: 1) { Int($0 * 255 + 0.5) },
        Samples(testDescription: "8 bits, called signed", bits: 8, format: 2) { Int($0 * 255 + 0.5) },
        Samples(testDescription: "16 bits", bits: 16, format: 1) { Int($0 * 65535) },
        Samples(testDescription: "16 bits, signed", bits: 16, format: 2) { Int($0 * 65535) - 32768 },
        Samples(testDescription: "12 bits", bits: 12, format: 1) { Int($0 * 4095 + 0.5) },
        Samples(testDescription: "10 bits", bits: 10, format: 1) { Int($0 * 1023 + 0.5) },
        Samples(testDescription: "24 bits", bits: 24, format: 1) { Int($0 * 0xFF_FFFF) },
        Samples(testDescription: "32 bits", bits: 32, format: 1) { Int($0 * 0xFFFF_FFFF) },
        Samples(testDescription: "32 bits, signed", bits: 32, format: 2) { Int($0 * 0xFFFF_FFFF) - 0x8000_0000 },
        Samples(testDescription: "binary16", bits: 16, format: 3) { $0 == 0.5 ? 0x32E8 : $0 == 0 ? 0 : 0x3C00 },
        Samples(testDescription: "Adobe's 24 bits", bits: 24, format: 3) {
            $0 == 0.5 ? 0x3CBA14 : $0 == 0 ? 0 : 0x3F0000
        },
        Samples(testDescription: "binary32", bits: 32, format: 3) { Int(Float(light($0)).bitPattern) },
        Samples(testDescription: "binary64", bits: 64, format: 3) {
            Int(bitPattern: UInt(light($0).bitPattern))
        },
    ]

    /// Packed from the highest bit if a number does not fill whole bytes.
    private static func pack(_ numbers: [Int], bits: Int, rows: Int, _ specimen: TIFFSpecimen) -> [UInt8] {
        guard bits % 8 != 0 else { return numbers.flatMap { specimen.number($0, bits / 8) } }
        var bytes: [UInt8] = []
        for row in 0..<rows {
            let count = numbers.count / rows
            var all: [Int] = []
            for number in numbers[row * count..<(row + 1) * count] {
                all += (0..<bits).reversed().map { number >> $0 & 1 }
            }
            while all.count % 8 != 0 { all.append(0) }
            for start in stride(from: 0, to: all.count, by: 8) {
                bytes.append(UInt8(all[start..<start + 8].reduce(0) { $0 << 1 | $1 }))
            }
        }
        return bytes
    }

    private static func expect(_ bytes: [UInt8], shows colors: [Color] = colors, within tolerance: Int = 1) throws {
        let image = try Image(decoding: bytes)
        #expect(image.size == size)
        for (pixel, color) in zip(image.pixels, colors) {
            #expect(pixel.distance(to: color) <= tolerance, "\(pixel) for \(color)")
        }
    }

    @Test(arguments: kinds, [false, true])
    func `samples of every depth show the same picture`(kind: Samples, isBigEndian: Bool) throws {
        let specimen = TIFFSpecimen(isBigEndian: isBigEndian)
        let pixels = Self.pack(Self.levels.map(kind.number), bits: kind.bits, rows: 2, specimen)
        let format: [(Int, TIFFSpecimen.Value)] = [(0x153, TIFFSpecimen.short(kind.format, kind.format, kind.format))]
        try Self.expect(
            specimen.picture(3, 2, bits: kind.bits, samples: 3, photometric: 2, [pixels], fields: format))
        let planes = (0..<3).map { plane in
            Self.pack(
                stride(from: plane, to: 18, by: 3).map { kind.number(Self.levels[$0]) }, bits: kind.bits, rows: 2,
                specimen)
        }
        let isPlanar = [(0x11C, TIFFSpecimen.short(2))]
        try Self.expect(
            specimen.picture(3, 2, bits: kind.bits, samples: 3, photometric: 2, planes, fields: format + isPlanar))
    }

    @Test(arguments: [1, 2], [8, 16])
    func `tiles and planes of CMYK are read like rows`(planarity: Int, bits: Int) throws {
        let specimen = TIFFSpecimen()
        let side = PixelSize(width: 16, height: 16)
        // 20 × 20 pixels in four tiles: the first is all magenta, and the others are black.
        let tiles = (0..<4).map { $0 == 0 ? [0, 255, 0, 0] : [0, 0, 0, 255] }
        let parts: [[UInt8]]
        if planarity == 1 {
            parts = tiles.map { inks in (0..<256).flatMap { _ in inks.flatMap { specimen.number($0 * 257, bits / 8) } }
            }
        } else {
            parts = (0..<4).flatMap { plane in
                tiles.map { inks in (0..<256).flatMap { _ in specimen.number(inks[plane] * 257, bits / 8) } }
            }
        }
        let file = specimen.tiled(
            20, 20, tile: side, bits: bits, samples: 4, photometric: 5, parts,
            fields: [(0x11C, TIFFSpecimen.short(planarity))])
        let image = try Image(decoding: file)
        #expect(image[15, 15].red > 200)
        #expect(image[15, 15].green < 60)
        for (x, y) in [(16, 15), (15, 16), (19, 19)] { #expect(image[x, y].red < 60 && image[x, y].green < 60) }
    }

    @Test func `CMYK JPEG in TIFF is read, in strips and tiles`() throws {
        let specimen = TIFFSpecimen()
        let jpeg: [(Int, TIFFSpecimen.Value)] = [(0x103, TIFFSpecimen.short(7))]
        let strip = specimen.picture(16, 16, bits: 8, samples: 4, photometric: 5, [Self.jpegOfInk], fields: jpeg)
        let tile = specimen.tiled(
            16, 16, tile: .square(16), bits: 8, samples: 4, photometric: 5, [Self.jpegOfInk], fields: jpeg)
        let plain = specimen.picture(
            16, 16, bits: 8, samples: 4, photometric: 5, [(0..<256).flatMap { _ in [0, 255, 255, 0] as [UInt8] }])
        let expected = try Image(decoding: plain)
        for file in [strip, tile] { #expect(try Image(decoding: file).meanDistance(to: expected) < 3) }
    }

    /// 16 × 16 pixels of four components without an Adobe marker: no cyan, full magenta and yellow, no black.
    private static let jpegOfInk: [UInt8] = {
        // A table for DC with the codes 00 (nothing) and 01 (11 bits), and one for AC with the code 0 (end of block).
        let tables: [UInt8] =
            [
                0xFF, 0xC4, 0, 21, 0x00, 0, 2,
            ] + [UInt8](repeating: 0, count: 14) + [0, 11]
            + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        let quantization: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 20, 8, 0, 16, 0, 16, 4] + (1...4).flatMap { [$0, 0x11, 0] }
        let scan: [UInt8] = [0xFF, 0xDA, 0, 14, 4] + (1...4).flatMap { [$0, 0] } + [0, 63, 0]
        // Four MCUs of four blocks: -1024 is no ink, 1024 is full ink.
        var bits: [Int] = []
        for unit in 0..<4 {
            for isFull in [false, true, true, false] {
                if unit > 0 {
                    bits += [0, 0]
                } else {
                    let value = isFull ? 1024 : -1024
                    bits += [0, 1]
                    let coded = value < 0 ? value + 2047 : value
                    bits += (0..<11).reversed().map { coded >> $0 & 1 }
                }
                bits.append(0)
            }
        }
        while bits.count % 8 != 0 { bits.append(1) }
        let bytes = stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
            let byte = UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
            return byte == 0xFF ? [0xFF, 0] : [byte]
        }
        return [0xFF, 0xD8] + quantization + frame + tables + scan + bytes + [0xFF, 0xD9]
    }()

    @Test(arguments: [false, true])
    func `BigTIFF is read like TIFF`(isBigEndian: Bool) throws {
        let specimen = TIFFSpecimen(isBigEndian: isBigEndian, isBig: true)
        let file = specimen.picture(
            3, 2, bits: 8, samples: 3, photometric: 2, [Self.levels.map { UInt8($0 * 255 + 0.5) }],
            fields: [(0x112, TIFFSpecimen.short(6)), (0x10F, TIFFSpecimen.ascii("Some maker of cameras"))])
        #expect(ImageFormat(sniffing: file.span.bytes) == .tiff)
        let header = try ImageHeader(of: file)
        expectEqual(header.storedSize, Self.size)
        expectEqual(header.orientation, .right)
        expectEqual(header.metadata.make, "Some maker of cameras")
        try expectEqual(Image(decoding: file)[1, 0], Self.colors[0])
    }

    @Test func `a picture without a photometric tag is rejected`() throws {
        let file = TIFFSpecimen().picture(
            3, 2, bits: 8, samples: 3, photometric: nil, [[UInt8](repeating: 9, count: 18)])
        let error = try #require(throws: ImageError.self) { try Image(decoding: file) }
        #expect(error.code == .damaged)
        #expect(error.message.contains("PhotometricInterpretation"))
    }

    @Test(arguments: [TIFFSpecimen.long, TIFFSpecimen.ifd])
    func `EXIF and GPS are found with both field types`(type: Int) throws {
        func degrees(_ value: UInt8) -> TIFFSpecimen.Value {
            .numbers(type: TIFFSpecimen.rational, [Int(value) | 1 << 32])
        }
        let gps = [
            (1, TIFFSpecimen.ascii("N")), (2, degrees(48)), (3, TIFFSpecimen.ascii("E")), (4, degrees(2)),
        ]
        let exif: [(Int, TIFFSpecimen.Value)] = [(0x9003, TIFFSpecimen.ascii("2024:06:09 21:14:03"))]
        let file = TIFFSpecimen().picture(
            3, 2, bits: 8, samples: 3, photometric: 2, [[UInt8](repeating: 9, count: 18)],
            fields: [(0x8769, .directory(type: type, exif)), (0x8825, .directory(type: type, gps))])
        let metadata = try ImageHeader(of: file).metadata
        expectEqual(metadata.dateTaken, "2024-06-09T21:14:03")
        expectEqual(metadata.position?.latitude, 48)
        expectEqual(metadata.position?.longitude, 2)
    }

    @Test func `byte counts beyond a tile are ignored`() throws {
        for claim in [1024, 1 << 20] {
            let file = TIFFSpecimen().tiled(
                16, 16, tile: .square(16), bits: 8, samples: 1, photometric: 1, [[UInt8](repeating: 77, count: 256)],
                fields: [(0x145, TIFFSpecimen.long(claim))])
            #expect(try Image(decoding: file)[15, 15].red == 77)
        }
    }

    @Test func `a fax can end within its last row`() throws {
        // Group 4: a row equal to the previous one takes one bit. The row before the first is white.
        let rows = [UInt8](repeating: 0xFF, count: 5)
        let group4: [(Int, TIFFSpecimen.Value)] = [(0x103, TIFFSpecimen.short(4))]
        let file = TIFFSpecimen().picture(64, 41, bits: 1, samples: 1, photometric: 0, [rows], fields: group4)
        #expect(try Image(decoding: file).pixels.allSatisfy { $0 == .white })
        let cut = TIFFSpecimen().picture(
            64, 41, bits: 1, samples: 1, photometric: 0, [rows], fields: group4 + [(0x117, TIFFSpecimen.long(10_000))])
        let error = try #require(throws: ImageError.self) { try Image(decoding: cut) }
        #expect(error.code == .truncated)
    }

    @Test func `rows after a damaged strip are recovered`() throws {
        // PackBits: a run of eight in each row except the second, which is empty.
        let rows: [[UInt8]] = [[0xF9, 40], [0xF9], [0xF9, 120], [0xF9, 160]]
        let file = TIFFSpecimen().picture(
            8, 4, bits: 8, samples: 1, photometric: 1, rows,
            fields: [(0x103, TIFFSpecimen.short(32773)), (0x116, TIFFSpecimen.long(1))])
        #expect(throws: ImageError.self) { try Image(decoding: file) }
        let decoded = try DecodedImage(file, options: DecodingOptions(toleratesDamage: true))
        #expect(decoded.warnings.count == 1)
        #expect((0..<4).map { decoded.image[0, $0].red } == [40, 128, 120, 160])
    }

    @Test(arguments: [(1, 0x8000_0000), (0x8000_0000, 1), (65_536, 65_536)])
    func `tiles of impossible sizes use no memory`(width: Int, height: Int) throws {
        let file = TIFFSpecimen().file([
            [
                (0x100, TIFFSpecimen.long(900)), (0x101, TIFFSpecimen.long(900)), (0x102, TIFFSpecimen.short(8)),
                (0x103, TIFFSpecimen.short(1)), (0x106, TIFFSpecimen.short(1)), (0x142, TIFFSpecimen.long(width)),
                (0x143, TIFFSpecimen.long(height)), (0x144, .offsets(of: [[1, 2, 3]])), (0x145, TIFFSpecimen.long(3)),
            ]
        ])
        let run = try DecodingRun("thumbnail", file)
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.outcome != "ok", "\(run)")
        #expect(run.kilobytes < 16 << 10, "\(run)")
    }
}
