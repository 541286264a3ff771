import PostcardFixtures
import Synchronization
import Testing

@testable import PostcardImaging

/// HEIF files whose coded pictures don't match the sizes in the file, so a decoder would allocate gigabytes.
struct CodedSizeTests {
    private struct Item {
        var type = "av01"
        /// The range of the item's media data, and an offset to add.
        var data: Range<Int>
        var excess = 0
        var isAlpha = false
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(name.utf8) + content
    }

    private static func fullBox(_ name: String, version: Int = 0, _ content: [UInt8]) -> [UInt8] {
        box(name, big(version, 1) + big(0, 3) + content)
    }

    /// A file of items numbered from 1, each declared as 64 × 64 pixels of 8 bits. Offsets have 8 bytes.
    private static func file(_ items: [Item], primary: Int, _ media: [UInt8]) -> [UInt8] {
        let size = fullBox("ispe", big(64, 4) + big(64, 4))
        let alpha = fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
        let properties = box("ipco", size + box("av1C", [0x81, 0, 0, 0]) + alpha)
        let numbers = items.indices.map { $0 + 1 }
        var associations: [UInt8] = []
        var kinds: [UInt8] = []
        var references: [UInt8] = []
        for (number, item) in zip(numbers, items) {
            let properties: [UInt8] = item.isAlpha ? [3, 1, 2, 3] : [2, 1, 2]
            associations += big(number, 2) + properties
            kinds += fullBox("infe", version: 2, big(number, 2) + big(0, 2) + Array(item.type.utf8) + [0])
            if item.isAlpha { references += box("auxl", big(number, 2) + big(1, 2) + big(primary, 2)) }
        }
        let head = box("ftyp", Array("avif".utf8) + big(0, 4) + Array("mif1avif".utf8))
        func meta(start: Int) -> [UInt8] {
            var content = fullBox("hdlr", big(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            content += fullBox("pitm", big(primary, 2))
            content += fullBox("iinf", big(items.count, 2) + kinds)
            content += box("iprp", properties + fullBox("ipma", big(items.count, 4) + associations))
            if !references.isEmpty { content += fullBox("iref", references) }
            var places: [UInt8] = [0x84, 0] + big(items.count, 2)
            for (number, item) in zip(numbers, items) {
                places += big(number, 2) + big(0, 2) + big(1, 2)
                places += big(start + item.data.lowerBound + item.excess, 8) + big(item.data.count, 4)
            }
            return fullBox("meta", content + fullBox("iloc", places))
        }
        let length = head.count + meta(start: 0).count
        return head + meta(start: length + 8) + box("mdat", media)
    }

    /// An AV1 sequence header unit for a single still picture, with 16 bits for each side.
    private static func header(side: Int) -> [UInt8] {
        // Profile 0, still, reduced; level 0; the bit lengths of the sides, minus one; the sides, minus one; zeros.
        let bits = "000" + "1" + "1" + "00000" + "1111" + "1111" + binary(side - 1) + binary(side - 1) + "0000000"
        let padded = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
        let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
            UInt8(padded.dropFirst(start).prefix(8), radix: 2) ?? 0
        }
        return [0x0A, UInt8(bytes.count)] + bytes
    }

    private static func binary(_ value: Int) -> String {
        let digits = String(value, radix: 2)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func error(_ file: [UInt8]) -> ImageError? {
        #expect(throws: ImageError.self) { _ = try Image(decoding: file) }
    }

    @Test func `a picture is rejected for its own coded size, regardless of other items`() {
        let media = Self.header(side: 20_000) + [UInt8](repeating: 0, count: 200)
        let primary = Item(data: 0..<media.count)
        #expect(Self.error(Self.file([primary], primary: 1, media))?.code == .limitExceeded)
        let decoy = Item(data: -80..<media.count)
        #expect(Self.error(Self.file([decoy, decoy, primary], primary: 3, media))?.code == .limitExceeded)
        let opacity = Item(data: 0..<media.count, isAlpha: true)
        let small = Self.header(side: 64)
        let colors = Item(data: media.count..<media.count + small.count)
        #expect(Self.error(Self.file([colors, opacity], primary: 1, media + small))?.code == .limitExceeded)
    }

    @Test func `a picture without a coded size is rejected`() throws {
        let media = [0x12, 0] + Self.header(side: 64)
        let error = try #require(Self.error(Self.file([Item(data: 0..<2)], primary: 1, media)))
        #expect(error.code == .damaged)
        #expect(error.message.contains("header of its coded picture"))
    }

    @Test func `an item beyond the end, or with a huge offset, is rejected`() throws {
        let media = Self.header(side: 64) + [UInt8](repeating: 0, count: 40)
        let opacity = Item(data: 0..<14, isAlpha: true)
        for item in [
            Item(data: 0..<media.count + 1), Item(data: 0..<media.count, excess: 1 << 48),
            Item(data: 0..<media.count, excess: 1 << 63),
        ] {
            let code = Self.error(Self.file([item, opacity], primary: 1, media))?.code
            #expect(code == .truncated || code == .damaged)
        }
        let items = try Self.file([Item(data: 0..<media.count, excess: 1 << 48)], primary: 1, media).withUnsafeBytes {
            try HEIFBoxes($0).flatMap { try HEIFItems($0) }.map { ($0.isWhole(1), $0.data(of: 1).isEmpty) }
        }
        #expect(items?.0 == false && items?.1 == true)
    }

    @Test func `an item with two types is unusable`() throws {
        let media = Self.header(side: 64)
        let items = [Item(data: 0..<media.count), Item(type: "hvc1", data: 0..<media.count)]
        var file = Self.file(items, primary: 1, media)
        let kinds = file.indices.filter { file[$0...].starts(with: "infe".utf8) }
        // The second entry is also for item 1.
        file[kinds[1] + 9] = 1
        let type = try file.withUnsafeBytes { try HEIFBoxes($0).flatMap { try HEIFItems($0) }?.type(of: 1) }
        #expect(type == "")
    }

    @Test func `a picture whose coded size is much larger than declared is rejected`() throws {
        let picture = try Image(size: PixelSize(width: 200, height: 200), fill: .white)
        var file = try picture.encoded(as: .avif())
        let place = try #require(file.indices.first { file[$0...].starts(with: "ispe".utf8) })
        func state(_ width: Int, _ height: Int) {
            file.replaceSubrange(place + 8..<place + 16, with: Self.big(width, 4) + Self.big(height, 4))
        }
        state(100, 100)
        #expect(try Image(decoding: file).size == .square(100))
        state(64, 64)
        #expect(Self.error(file)?.code == .damaged)
    }

    @Test func `work stops between tiles`() throws {
        func calls(_ name: String) throws -> Int {
            let calls = Mutex(0)
            _ = try ImageWork.run(checkpoint: { calls.withLock { $0 += 1 } }) {
                try Image(decoding: Fixture.small(name).bytes)
            }
            return calls.withLock { $0 }
        }
        #expect(try calls("heic-grid.heic") == calls("heic.heic") + 4)
        #expect(try calls("avif-grid.avif") == calls("avif.avif") + 4)
    }
}
