import PostcardCore
import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

@Suite struct MetadataFilterTests {
    private static let secret = Array("48.8584".utf8)

    private func header(_ bytes: [UInt8]) throws -> ImageHeader { try TestPicture.header(of: bytes) }

    private func pixels(_ bytes: [UInt8]) throws -> [UInt8] { try Image(decoding: bytes).encoded(as: .png) }

    private func big(_ value: Int, _ count: Int) -> [UInt8] { [UInt8](bigEndian: value, count: count) }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(name.utf8) + content
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    // MARK: JPEG

    private func picture() throws -> [UInt8] {
        try TestPicture.jpeg(orientation: 6, latitude: 48.8584, longitude: -2.2945, title: "Tower", artist: "Ann")
    }

    @Test func `only the position is dropped from EXIF`() throws {
        let before = try picture()
        let after = try #require(MetadataFilter.filtered(before))
        var expected = try header(before).metadata
        #expect(expected.position != nil)
        expected.position = nil
        #expect(try header(after).metadata == expected)
        #expect(try pixels(after) == pixels(before))
        // The coordinates are gone too: 48° as a fraction.
        let degrees: [UInt8] = [0, 0, 0, 48, 0, 0, 0, 1]
        #expect(before.contains(degrees))
        #expect(!after.contains(degrees))
    }

    @Test(arguments: [
        (0xE1, "http://ns.adobe.com/xmp/extension/\0"), (0xE1, "Exif\0\0MM\0"), (0xE1, "Anything"), (0xE2, "MPF\0"),
        (0xE0, "JFXX\0"), (0xEB, "JP"), (0xED, "Photoshop 3.0\08BIM\u{4}\u{22}\0\0"), (0xEE, "Adobe_CM"), (0xFE, ""),
        (0xE4, "FPXR"), (0xF0, ""),
    ]) func `other JPEG segments are dropped`(marker: Int, name: String) throws {
        let plain = try TestPicture.jpeg()
        let extra = segment(UInt8(marker), Array(name.utf8) + Self.secret)
        // Segments before the first table, and between the last table and the scan.
        let scan = try #require(plain.indices.first { plain[$0...].starts(with: [0xFF, 0xDA]) })
        for place in [2, scan] {
            let filtered = try #require(MetadataFilter.filtered(plain[..<place] + extra + plain[place...]))
            #expect(filtered == MetadataFilter.filtered(plain))
        }
    }

    @Test(arguments: [
        "48.88db42d694ccc418790edff439fe026bf", "\0\0\0\u{14}ftypmp42\0\0\0\0isommp42\0\0\0\u{8}mdat", "\u{FF}",
    ]) func `a JPEG ends with its picture`(trailer: String) throws {
        let plain = try picture()
        let filtered = try #require(MetadataFilter.filtered(plain + Array(trailer.utf8) + plain))
        #expect(filtered == MetadataFilter.filtered(plain))
        #expect(filtered.suffix(2) == [0xFF, 0xD9])
    }

    @Test func `a JPEG without an end is not filtered`() throws {
        #expect(MetadataFilter.filtered(try picture().dropLast(2)) == nil)
    }

    /// A directory at offset 8, followed by other directories and values.
    private func structure(
        _ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int = 0, _ rest: [UInt8]
    ) -> [UInt8] {
        Array("MM\0*".utf8) + big(8, 4) + directory(entries, next: next) + rest
    }

    private func directory(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int = 0) -> [UInt8] {
        big(entries.count, 2)
            + entries.flatMap { big($0.tag, 2) + big($0.type, 2) + big($0.count, 4) + big($0.value, 4) } + big(next, 4)
    }

    @Test func `EXIF data in other directories is dropped`() throws {
        let position = directory([(2, 5, 1, 200)])
        let rest = [UInt8](repeating: 0, count: 200) + big(48, 4) + big(1, 4) + Self.secret
        let orientation = (tag: 0x0112, type: 3, count: 1, value: 6 << 16)
        func file(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], next: Int = 0, _ more: [UInt8]) -> [UInt8]
        {
            structure([orientation] + entries, next: next, more + rest)
        }
        let one = 8 + 2 + 12 + 4
        let two = one + 12
        let files = [
            // The position in a second directory, in the EXIF directory, and in the maker note there.
            file([], next: one, directory([(0x8825, 4, 1, one + 18)]) + position),
            file([(0x8769, 4, 1, two)], directory([(0x8825, 4, 1, two + 18)]) + position),
            file([(0x8769, 4, 1, two)], directory([(0x927C, 7, 18, two + 18)]) + position),
            // Comments, previews, XMP and IPTC in the first directory, and a place in the EXIF directory.
            file([(0x9286, 7, 207, two)], []), file([(0x02BC, 1, 207, two)], []), file([(0x83BB, 7, 207, two)], []),
            file([(0x8769, 4, 1, two)], directory([(0x9286, 7, 215, two + 18)])),
            file([(0xC634, 1, 207, two)], []), file([(0x0112, 2, 215, two)], []),
        ]
        let plain = try TestPicture.jpeg()
        for file in files {
            let exif = segment(0xE1, Array("Exif\0\0".utf8) + file)
            let filtered = try #require(MetadataFilter.filtered(plain[..<2] + exif + plain[2...]))
            #expect(try header(filtered).metadata.orientation == .right)
            #expect(!filtered.contains(Self.secret))
            #expect(!filtered.contains([0, 0, 0, 48, 0, 0, 0, 1]))
            // Only an orientation.
            #expect(filtered.count < plain.count + 50)
        }
    }

    @Test func `credit stays in IPTC, and place names are dropped`() throws {
        func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number] + big(text.utf8.count, 2) + Array(text.utf8)
        }
        let data = dataset(90, "Paris") + dataset(80, "Ann") + dataset(26, "Paris") + dataset(25, "Paris")
        let block = Array("8BIM".utf8) + [4, 4, 0, 0] + big(data.count, 4) + data + (data.count % 2 == 0 ? [] : [0])
        let whole = Array("8BIM".utf8) + [4, 0x0C, 1, 0x61] + big(5, 4) + Array("Paris".utf8) + [0] + block
        let plain = try TestPicture.jpeg()
        // Photoshop resources can continue in another segment.
        for cut in [whole.count, 40] {
            let segments = [whole.prefix(cut), whole.dropFirst(cut)].filter { !$0.isEmpty }
                .flatMap { segment(0xED, Array("Photoshop 3.0\0".utf8) + $0) }
            let filtered = try #require(MetadataFilter.filtered(plain[..<2] + segments + plain[2...]))
            #expect(filtered.contains(dataset(80, "Ann")))
            #expect(!filtered.contains(Array("Paris".utf8)))
        }
    }

    // MARK: Other formats

    @Test(
        arguments: ["tEXt", "zTXt", "iTXt"],
        ["exif:GPSLatitude", "Location", "Comment", "Raw profile type exif", "XML:com.adobe.xmp", "Title"])
    func `PNG text is dropped except for the title and credit`(kind: String, keyword: String) throws {
        let picture = try TestPicture.gradient().encoded(as: .png)
        var file = Array(picture[..<33])
        file.append(chunk: kind, Array("\(keyword)\0\0\0\0\048.8584 N".utf8))
        file += picture[33...]
        #expect(MetadataFilter.filtered(file) == (keyword == "Title" ? file : picture))
    }

    @Test(arguments: ["caBX", "npTc", "tEXT", "gpSD", "iDOT"])
    func `other PNG chunks, and bytes after the end, are dropped`(name: String) throws {
        let picture = try TestPicture.gradient().encoded(as: .png)
        var file = Array(picture[..<33])
        file.append(chunk: name, Self.secret)
        file += picture[33...]
        file.append(chunk: name, Self.secret)
        #expect(MetadataFilter.filtered(file + Self.secret) == picture)
    }

    @Test func `XMP and EXIF in PNG and WebP keep the title and orientation`() throws {
        var metadata = Metadata()
        metadata.title = "Tower"
        metadata.position = Metadata.Position(latitude: 48.8584, longitude: 2.2945)
        for options in [EncodingOptions.png, .webp(quality: nil)] {
            let image = try TestPicture.gradient()
            let picture = try image.encoded(as: options.withMetadata(metadata))
            let packet = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
                <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
                exif:GPSLatitude="48.8584" dc:rights="Ann"/></rdf:RDF></x:xmpmeta>
                """
            let file = try #require(XMPEmbedder.embed(in: picture) { _ in Array(packet.utf8) })
            let filtered = try #require(MetadataFilter.filtered(file))
            let found = try header(filtered).metadata
            #expect(found.title == "Tower" && found.copyright == "Ann" && found.position == nil)
            #expect(!filtered.contains(Self.secret))
            #expect(try pixels(filtered) == pixels(picture))
        }
    }

    @Test func `other WebP chunks, and bytes after the end, are dropped`() throws {
        let picture = Fixture.small("webp-orientation-6.webp").bytes
        let expected = try #require(MetadataFilter.filtered(picture))
        #expect(try header(expected).orientation == .right)
        let chunk = Array("GPS ".utf8) + [7, 0, 0, 0] + Self.secret + [0]
        var file = picture + chunk
        file.replaceSubrange(4..<8, with: [UInt8](littleEndian: file.count - 8, count: 4))
        #expect(MetadataFilter.filtered(file + Self.secret) == expected)
        #expect(MetadataFilter.filtered(picture + chunk) == expected)
    }

    @Test(arguments: [
        [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array("<x>48.8584</x>".utf8) + [1]
            + (0...255).reversed().map { UInt8($0) } + [0],
        [0x21, 0xFE, 7] + secret + [0], [0x21, 0xFF, 11] + Array("ANYTHING1.0".utf8) + [7] + secret + [0],
        [0x21, 0x01, 7] + secret + [0],
    ]) func `GIF extensions are dropped except for the loop count`(block: [UInt8]) throws {
        let picture = Fixture.small("gif-transparent-loop-3.gif").bytes
        #expect(MetadataFilter.filtered(picture) == picture)
        let file = picture.dropLast() + block + [0x3B] + Self.secret
        #expect(MetadataFilter.filtered(Array(file)) == picture)
    }

    @Test(arguments: ["brob", "jumb", "jbrd", "Exif", "xml ", "jhgm", "GPS "])
    func `only picture boxes of JPEG XL are kept`(name: String) throws {
        let head: [UInt8] = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        let picture = box("jxlp", [0, 0, 0, 0, 0xFF, 0x0A]) + box("jxlp", [0x80, 0, 0, 1, 5])
        let file = head + box(name, Array("Exif".utf8) + Self.secret) + picture + box(name, Self.secret)
        #expect(MetadataFilter.filtered(file) == head + picture)
    }

    @Test(arguments: ["heic.heic", "avif.avif", "heic-grid.heic", "avif-animated.avif"])
    func `other boxes of HEIC and AVIF are dropped, and unused data is blank`(name: String) throws {
        let picture = Fixture.small(name).bytes
        let expected = try #require(MetadataFilter.filtered(picture))
        let tail = box("mpvd", Self.secret) + box("mdat", Self.secret) + box("uuid", Self.secret)
        let filtered = try #require(MetadataFilter.filtered(picture + tail + Self.secret))
        #expect(!filtered.contains(Self.secret))
        #expect(filtered.starts(with: expected))
        #expect(try pixels(filtered) == pixels(picture))
        #expect(MetadataFilter.filtered(picture + box("mpvd", picture)) == expected)
    }

    @Test(arguments: [(1, true), (3, true), (50, false)])
    func `a HEIC file whose items overlap many times is rejected`(count: Int, isCopied: Bool) {
        func full(_ name: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
            box(name, [version, 0, 0, 0] + content)
        }
        func file(_ length: Int) -> [UInt8] {
            let extents = (0..<count).flatMap { _ in
                [UInt8](bigEndian: 0, count: 4) + [UInt8](bigEndian: length, count: 4)
            }
            let meta =
                full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                + full("pitm", [0, 1])
                + full("iinf", [0, 1] + full("infe", version: 2, [0, 1, 0, 0] + Array("hvc1".utf8) + [0]))
                + full("iloc", [0x44, 0, 0, 1, 0, 1, 0, 0] + [UInt8](bigEndian: count, count: 2) + extents)
            return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + full("meta", meta) + box("mdat", Self.secret)
        }
        #expect((MetadataFilter.filtered(file(file(0).count)) != nil) == isCopied)
    }
}
