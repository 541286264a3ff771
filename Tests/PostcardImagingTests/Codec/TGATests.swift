import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct TGATests {
    private static let red = Color(red: 255, green: 0, blue: 0)
    private static let green = Color(red: 0, green: 255, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 255)
    /// The test picture: 3 × 2 pixels.
    private static let picture: [Color] = [red, green, blue, .white, .black, red]

    /// The ways in which a file can store pixels.
    enum Storage: CaseIterable {
        case bits15, bits16, bits24, bits32, map15, map16, map24, map32

        var isMapped: Bool { [.map15, .map16, .map24, .map32].contains(self) }
        var colorBits: Int {
            switch self {
            case .bits15, .map15: 15
            case .bits16, .map16: 16
            case .bits24, .map24: 24
            case .bits32, .map32: 32
            }
        }

        func bytes(of color: Color) -> [UInt8] {
            switch colorBits {
            case 15, 16:
                let (red, green, blue) = (Int(color.red) >> 3, Int(color.green) >> 3, Int(color.blue) >> 3)
                let bits = (red << 10) | (green << 5) | blue
                return ICOTests.little(bits | (color.alpha == 255 && colorBits == 16 ? 0x8000 : 0), 2)
            case 24: return [color.blue, color.green, color.red]
            default: return [color.blue, color.green, color.red, color.alpha]
            }
        }
    }

    /// `kind` is 1 for mapped, 2 for color, 3 for gray, plus 8 for runs. `origin` is 0x20 for top, plus 0x10 for right. `map` contains
    /// the first index, the number of entries, the bits per entry, and the bytes of all entries.
    static func file(
        _ width: Int, _ height: Int, bits: Int, alphaBits: Int = 0, kind: Int = 2, origin: Int = 0x20,
        name: String = "",
        map: (start: Int, count: Int, bits: Int, bytes: [UInt8]) = (0, 0, 0, []), _ pixels: [UInt8]
    ) -> [UInt8] {
        var file: [UInt8] = [UInt8(name.utf8.count), map.count > 0 ? 1 : 0, UInt8(kind)]
        file += ICOTests.little(map.start, 2) + ICOTests.little(map.count, 2)
        file += [UInt8(map.bits), 0, 0, 0, 0]
        file += ICOTests.little(width, 2) + ICOTests.little(height, 2)
        file += [UInt8(bits), UInt8(origin | alphaBits)]
        file += Array(name.utf8) + map.bytes
        return file + pixels
    }

    /// `colors`, three in a row, starting at the origin.
    private static func file(_ colors: [Color], _ storage: Storage, runs: Bool, origin: Int) -> [UInt8] {
        var stored: [Color] = []
        let lines = origin & 0x20 != 0 ? [0, 1] : [1, 0]
        for y in lines {
            let row = Array(colors[3 * y..<3 * y + 3])
            stored += origin & 0x10 != 0 ? Array(row.reversed()) : row
        }
        let palette = [red, green, blue, .white, .black]
        var pixels = stored.map { color -> [UInt8] in
            guard storage.isMapped else { return storage.bytes(of: color) }
            return [UInt8(7 + (palette.firstIndex(of: color) ?? 0))]
        }
        if runs {
            // The first pixel is repeated once, four are uncompressed across the end of a row, and the last is repeated.
            pixels[0].insert(0x80, at: 0)
            pixels[1].insert(3, at: 0)
            pixels[5].insert(0x80, at: 0)
        }
        let kind = (storage.isMapped ? 1 : 2) + (runs ? 8 : 0)
        let alphaBits = storage == .bits16 ? 1 : storage == .bits32 ? 8 : 0
        guard storage.isMapped else {
            return file(
                3, 2, bits: storage.colorBits, alphaBits: alphaBits, kind: kind, origin: origin, name: "a name",
                pixels.flatMap { $0 })
        }
        let map = (
            start: 7, count: palette.count, bits: storage.colorBits, bytes: palette.flatMap(storage.bytes)
        )
        return file(3, 2, bits: 8, kind: kind, origin: origin, map: map, pixels.flatMap { $0 })
    }

    @Test(arguments: Storage.allCases, [0, 0x10, 0x20, 0x30])
    func `colors are correct from every corner, uncompressed and in runs`(storage: Storage, origin: Int) throws {
        for runs in [false, true] {
            let decoded = try DecodedImage(Self.file(Self.picture, storage, runs: runs, origin: origin))
            #expect(decoded.header.format == .tga)
            #expect(decoded.image.isOpaque)
            #expect(Array(decoded.image.pixels) == Self.picture, "runs: \(runs)")
        }
    }

    @Test func `grays are correct, with and without alpha`() throws {
        let plain = try Image(decoding: Self.file(3, 1, bits: 8, kind: 3, [0, 100, 255]))
        #expect(plain.pixels.map(\.green) == [0, 100, 255])
        #expect(plain.isOpaque)
        let runs = try Image(decoding: Self.file(200, 1, bits: 8, kind: 11, [0xFF, 50, 0xC7, 60]))
        expectEqual(runs[127, 0].red, 50)
        expectEqual(runs[128, 0].blue, 60)
        expectEqual(runs[199, 0].blue, 60)
        let alpha = try Image(decoding: Self.file(2, 1, bits: 16, alphaBits: 8, kind: 3, [9, 255, 200, 0]))
        #expect(alpha[0, 0] == Color(red: 9, green: 9, blue: 9))
        #expect(alpha[1, 0].alpha == 0)
    }

    @Test func `alpha is used if the header declares it and any value is not 0`() throws {
        let pixels: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 255]
        let image = try Image(decoding: Self.file(2, 1, bits: 32, alphaBits: 8, pixels))
        expectEqual(image[0, 0].alpha, 0)
        expectEqual(image[1, 0], Color(red: 6, green: 5, blue: 4))
        try expectEqual(Image(decoding: Self.file(2, 1, bits: 32, pixels))[0, 0], Color(red: 3, green: 2, blue: 1))
        let empty = try Image(decoding: Self.file(1, 1, bits: 32, alphaBits: 8, [1, 2, 3, 0]))
        #expect(empty[0, 0] == Color(red: 3, green: 2, blue: 1))
        let bit = try Image(decoding: Self.file(2, 1, bits: 16, alphaBits: 1, [0x1F, 0x80, 0x1F, 0]))
        #expect(bit[0, 0] == Self.blue)
        #expect(bit[1, 0].alpha == 0)
        let map = (start: 0, count: 2, bits: 32, bytes: pixels)
        let mapped = try Image(decoding: Self.file(2, 1, bits: 8, kind: 1, map: map, [0, 1]))
        #expect(mapped[0, 0].alpha == 0)
        #expect(mapped[1, 0] == Color(red: 6, green: 5, blue: 4))
    }

    @Test func `an unused map is ignored, and an index outside a map is black`() throws {
        let map = (start: 0, count: 2, bits: 24, bytes: [UInt8](repeating: 77, count: 6))
        #expect(try Image(decoding: Self.file(1, 1, bits: 24, map: map, [1, 2, 3]))[0, 0].red == 3)
        #expect(try Image(decoding: Self.file(2, 1, bits: 8, kind: 1, map: map, [1, 2]))[1, 0] == .black)
    }

    @Test(arguments: Storage.allCases, [false, true])
    func `a truncated file causes an error, and its rows can be recovered`(storage: Storage, runs: Bool) throws {
        let bytes = Self.file(Self.picture, storage, runs: runs, origin: 0x20)
        for length in 18..<bytes.count {
            #expect(errorCode { try Image(decoding: Array(bytes[..<length])) } == .truncated, "\(length)")
        }
        let saved = try DecodedImage(Array(bytes.dropLast()), options: DecodingOptions(toleratesDamage: true))
        #expect(saved.image[1, 0] == Self.green)
        #expect(saved.warnings.count == 1)
    }

    @Test(arguments: [
        ("claims 65,535 × 65,535", file(65_535, 65_535, bits: 32, [1, 2, 3])),
        ("claims 7,000 × 7,000", file(7_000, 7_000, bits: 24, kind: 10, [UInt8](repeating: 0x81, count: 4_000))),
        ("is truncated", file(600, 600, bits: 24, [1, 2, 3])),
        ("has runs that end early", file(600, 600, bits: 24, kind: 10, [UInt8](repeating: 0x01, count: 12_000))),
        ("has a missing map", file(600, 600, bits: 8, kind: 1, map: (0, 65_535, 32, []), [1, 2, 3])),
    ])
    func `hostile files need little memory and print nothing`(name: String, bytes: [UInt8]) throws {
        let run = try DecodingRun("thumbnail", bytes)
        #expect(run.outcome != "ok", "\(name): \(run)")
        #expect(run.outcome != "signal", "\(name): \(run)")
        #expect(run.complaints.isEmpty, "\(name): \(run)")
        #expect(run.kilobytes < 32 << 10, "\(name): \(run)")
    }

    @Test(arguments: Storage.allCases) func `damage does no harm`(storage: Storage) {
        var random = SeededRandom(seed: UInt64(storage.colorBits))
        for runs in [false, true] {
            let file = Self.file(Self.picture, storage, runs: runs, origin: 0)
            for recover in [false, true] {
                for _ in 0..<100 {
                    var bytes = file
                    for _ in 0..<2 {
                        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                            in: 0...255, using: &random)
                    }
                    let limits = DecodingLimits(pixels: 100_000)
                    _ = try? Image(decoding: bytes, options: DecodingOptions(limits: limits, toleratesDamage: recover))
                }
            }
        }
    }
}
