import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct PositionEraserTests {
    private func picture() throws -> [UInt8] {
        try TestPicture.jpeg(orientation: 6, latitude: 48.8584, longitude: -2.2945, title: "Tower", artist: "Ann")
    }

    private func pixels(of bytes: [UInt8]) throws -> [UInt8] { try Image(decoding: bytes).encoded(.png) }

    @Test func nothingButThePositionGoesFromEXIF() throws {
        let before = try picture()
        let eraser = PositionEraser(before)
        var expected = try TestPicture.header(of: before).metadata
        #expect(expected.position != nil)
        expected.position = nil
        #expect(try TestPicture.header(of: eraser.bytes).metadata == expected)
        #expect(eraser.isChanged)
        #expect(eraser.bytes.count == before.count)
        let pixels = try TestPicture.jpeg().count - 2
        #expect(eraser.bytes.suffix(pixels) == before.suffix(pixels))
        // Not even the numbers are left: 48° as a fraction.
        let degrees: [UInt8] = [0, 0, 0, 48, 0, 0, 0, 1]
        #expect(before.contains(degrees))
        #expect(!eraser.bytes.contains(degrees))
    }

    @Test func theOtherByteOrderIsReadToo() throws {
        var block: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0]
        block += [0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0] + [0x3B, 0x01, 2, 0, 4, 0, 0, 0] + "Ann\0".utf8
        block +=
            [0, 0, 0, 0] + [1, 0] + [2, 0, 5, 0, 1, 0, 0, 0, 56, 0, 0, 0] + [0, 0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0]
        let erased = PositionEraser(block).bytes
        #expect(erased[8..<10] == [1, 0])
        #expect(erased[10..<22] == block[22..<34])
        #expect(erased[22...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [
        #"<rdf:Description exif:GPSLatitude="48,51.5N" exif:GPSLongitude='2,17.6E' dc:x="y"/>"#,
        "<r><exif:GPSLatitude>48,51.5N</exif:GPSLatitude>\n<dc:x>y</dc:x><exif:GPSAltitude rdf:parseType='R'/></r>",
        #"<r drone-dji:GpsLatitude = "+48.8584" drone-dji:GpsLongtitude="2.2945" dc:x="y"/>"#,
    ])
    func positionsInXMPBecomeBlank(text: String) {
        let erased = String(decoding: PositionEraser(Array(text.utf8)).bytes, as: UTF8.self)
        #expect(erased.utf8.count == text.utf8.count)
        #expect(!erased.uppercased().contains("GPS"))
        #expect(!erased.contains("48"))
        #expect(erased.contains("dc:x"))
    }

    @Test(arguments: [
        "<photoshop:City>Paris</photoshop:City>", "<r Iptc4xmpCore:Location='Paris' dc:x='y'/>",
        "<Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li><Iptc4xmpExt:City>Paris</Iptc4xmpExt:City>"
            + "<Iptc4xmpExt:Sublocation>Rue Paris</Iptc4xmpExt:Sublocation></rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>",
        "8BIM\u{4}\u{4}\0\0\0\0\0\u{10}\u{1C}\u{2}\u{5A}\0\u{5}Paris",
        "\u{1C}\u{2}\0\0\u{2}\0\u{4}\u{1C}\u{2}\u{5C}\0\u{5}Paris",
    ])
    func `names of places go`(text: String) {
        let erased = String(decoding: PositionEraser(Array(text.utf8)).bytes, as: UTF8.self)
        #expect(erased.utf8.count == text.utf8.count, "\(erased)")
        #expect(!erased.contains("Paris"), "\(erased)")
    }

    @Test(
        arguments: ["tEXt", "zTXt", "iTXt"],
        ["exif:GPSLatitude", "GPS Position", "Location", "Raw profile type iptc", "Title"])
    func `texts of PNG that name a place go`(kind: String, keyword: String) throws {
        let picture = try TestPicture.gradient().encoded(.png)
        let content = Array(kind.utf8) + Array("\(keyword)\0\0\0\0\048 N".utf8)
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let checksum = content.withUnsafeBytes { CRC32.checksum(of: $0) }
        let chunk = number(content.count - 4) + content + number(Int(checksum))
        let file = Array(picture[..<33]) + chunk + picture[33...]
        #expect(PositionEraser(file).bytes == (keyword == "Title" ? file : picture))
    }

    @Test(arguments: ["a :GPS", "<x:GPS", " x:GPS=", " x:GPS=\"<b>\"", "GPS: 48", "<x:GPSa>1</x:GPSb>"])
    func whatOnlyLooksLikeItStays(text: String) {
        #expect(PositionEraser(Array(text.utf8)).bytes == Array(text.utf8))
    }

    @Test func everyFixtureKeepsItsPixels() throws {
        for fixture in Fixture.small where !fixture.name.hasPrefix("hostile") {
            let before = fixture.bytes
            guard let pixels = try? pixels(of: before) else { continue }
            let erased = PositionEraser(before).bytes
            #expect(try self.pixels(of: erased) == pixels, "\(fixture)")
            #expect(try TestPicture.header(of: erased).metadata.position == nil, "\(fixture)")
        }
    }

    @Test func brokenFilesAreNoTrap() throws {
        let whole = try picture()
        for count in 0..<400 { #expect(PositionEraser(Array(whole.prefix(count))).bytes.count == count) }
        for fixture in Fixture.small where fixture.name.hasPrefix("hostile") {
            #expect(PositionEraser(fixture.bytes).bytes.count <= fixture.bytes.count)
        }
    }

    @Test func positionsOfVideosAreReplacedByFreeSpace() throws {
        let folder = try TemporaryFolder()
        func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(content.count + 8)] + name + content
        }
        let place = Array("+48.8584+002.2945+035.000/".utf8)
        let apple = box(Array("data".utf8), [0, 0, 0, 1, 0, 0, 0, 0] + place)
        let user = box([0xA9] + "xyz".utf8, [0, UInt8(place.count), 0x15, 0xC7] + place)
        let head = box(Array("ftyp".utf8), Array("isom".utf8)) + box(Array("mdat".utf8), place)
        let movie = box(Array("moov".utf8), user + apple)
        let path = FilePath(try folder.write(head + movie, as: "a.mp4"))
        let patches = try PositionEraser.patches(ofVideo: path)
        #expect(patches.map(\.offset) == [head.count])
        var copy = head + movie
        for patch in patches { patch.apply(to: &copy, at: 0) }
        #expect(copy.count == head.count + movie.count)
        #expect(copy.starts(with: head))
        #expect(!copy.dropFirst(head.count).contains(place))
        #expect(copy.contains(Array("free".utf8)))
    }

    @Test func patchesFallIntoPieces() {
        let patch = FilePatch(offset: 3, bytes: [1, 2, 3, 4])
        var pieces: [[UInt8]] = [[0, 0, 0, 0], [0, 0], [0, 0, 0]]
        var offset = 0
        for index in pieces.indices {
            patch.apply(to: &pieces[index], at: offset)
            offset += pieces[index].count
        }
        #expect(pieces == [[0, 0, 0, 1], [2, 3], [4, 0, 0]])
    }
}
