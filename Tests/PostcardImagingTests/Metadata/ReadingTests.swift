import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Metadata from cameras, phones and programs in fields other than the usual EXIF ones.
struct ReadingTests {
    private func metadata(_ bytes: [UInt8]) throws -> Metadata { try ImageHeader(of: bytes).metadata }

    private func jpeg(_ segments: [(marker: UInt8, payload: [UInt8])]) throws -> [UInt8] {
        let file = try TestPicture.gradient(8, 8).encoded(as: .jpeg())
        var result = Array(file[..<2])
        for (marker, payload) in segments {
            result += [0xFF, marker] + [UInt8](bigEndian: payload.count + 2, count: 2)
            result += payload
        }
        return result + file[2...]
    }

    private func jpeg(_ fill: (inout EXIFBlock) -> Void) throws -> Metadata {
        var exif = EXIFBlock()
        fill(&exif)
        return try metadata(exif.inserted(intoJPEG: TestPicture.gradient(8, 8).encoded(as: .jpeg())))
    }

    private static func xmp(_ body: String) -> [UInt8] {
        Array(
            """
            http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\(body)<?xpacket end="w"?>
            """.utf8)
    }

    // MARK: Dates

    @Test func `the original date takes precedence over the digitized one, and both over the modification date`() throws
    {
        let changed = "2024:12:24 18:00:00"
        let original = try jpeg { exif in
            exif.addText(0x0132, changed)
            exif.addEXIFText(0x9004, "2024:06:10 08:00:00")
            exif.addEXIFText(0x9003, "2024:06:09 21:14:03")
            exif.addEXIFText(0x9291, "25")
            exif.addEXIFText(0x9011, "+02:00")
        }
        expectEqual(original.dateTaken, "2024-06-09T21:14:03+02:00")
        expectEqual(original.subseconds, "25")
        let digitized = try jpeg { exif in
            exif.addText(0x0132, changed)
            exif.addEXIFText(0x9004, "2024:06:10 08:00:00")
            exif.addEXIFText(0x9012, "-03:00")
            exif.addEXIFText(0x9292, "5")
        }
        expectEqual(digitized.dateTaken, "2024-06-10T08:00:00-03:00")
        expectEqual(digitized.subseconds, "5")
        expectEqual(try jpeg { $0.addText(0x0132, changed) }.dateTaken, "2024-12-24T18:00:00")
    }

    @Test func `a date in XMP takes precedence over the modification date`() throws {
        var exif = EXIFBlock()
        exif.addText(0x0132, "2024:12:24 18:00:00")
        let packet = Self.xmp(
            """
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
            xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' photoshop:DateCreated='1999-06'/></rdf:RDF>
            """)
        let bytes = try jpeg([(0xE1, Array("Exif\0\0".utf8) + exif.tiff), (0xE1, packet)])
        #expect(try metadata(bytes).dateTaken == "1999-06")
    }

    @Test(arguments: ["1978", "1999-06-01"])
    func `a date without a time is not written to EXIF`(date: String) throws {
        var kept = Metadata()
        kept.dateTaken = date
        let file = try TestPicture.gradient(8, 8).encoded(as: EncodingOptions.jpeg().withMetadata(kept))
        #expect(try metadata(file).dateTaken == nil)
    }

    // MARK: Positions

    @Test func `two zeros are not a position, but one zero is`() throws {
        #expect(try jpeg { $0.addPosition(latitude: 0, longitude: 0) }.position == nil)
        #expect(try jpeg { $0.addPosition(latitude: 0, longitude: 32.5) }.position?.longitude == 32.5)
        #expect(try jpeg { $0.addPosition(latitude: 51.5, longitude: 0) }.position?.latitude == 51.5)
    }

    // MARK: Texts

    @Test(arguments: [
        (Array("Zoë Müller".utf8), 2, "Zoë Müller"), (Array("Zoë Müller".utf8), 129, "Zoë Müller"),
        ([0x5A, 0x6F, 0xEB, 0x20, 0x4D, 0xFC], 2, "Zoë Mü"), ([0x80, 0x93, 0x94], 2, "€“”"),
        (Array("Ada\0Eve".utf8), 2, "Ada"),
    ])
    func `text that is not UTF-8 is Windows-1252`(bytes: [UInt8], type: Int, expected: String) throws {
        #expect(try jpeg { $0.addBytes(0x013B, bytes + [0], type: type) }.artist == expected)
    }

    @Test func `Windows titles and authors are read if no others exist`() throws {
        func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0] }
        let found = try jpeg { exif in
            exif.addBytes(0x9C9B, wide("Été à la mer"), type: 1)
            exif.addBytes(0x9C9D, wide("Zoë"), type: 1)
        }
        expectEqual(found.title, "Été à la mer")
        expectEqual(found.artist, "Zoë")
        let both = try jpeg { exif in
            exif.addText(0x010E, "Sea")
            exif.addBytes(0x9C9B, wide("Mer"), type: 1)
        }
        expectEqual(both.title, "Sea")
        expectEqual(try jpeg { $0.addText(0x010E, "DCF 1.0") }.title, nil)
    }

    @Test func `IPTC is read if EXIF and XMP have no values`() throws {
        func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let datasets =
            dataset(5, "Harbour") + dataset(80, "Zoë Müller") + dataset(116, "© 2019") + dataset(55, "20190704")
            + dataset(60, "183000+0200")
        let block = Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(datasets.count)]
        let alone = try metadata(jpeg([(0xED, block + datasets)]))
        expectEqual(alone.title, "Harbour")
        expectEqual(alone.artist, "Zoë Müller")
        expectEqual(alone.copyright, "© 2019")
        expectEqual(alone.dateTaken, "2019-07-04T18:30:00+02:00")
        var exif = EXIFBlock()
        exif.addText(0x010E, "Port")
        let both = try metadata(jpeg([(0xE1, Array("Exif\0\0".utf8) + exif.tiff), (0xED, block + datasets)]))
        expectEqual(both.title, "Port")
        expectEqual(both.artist, "Zoë Müller")
    }

    @Test func `a broken first EXIF segment does not hide a good second one`() throws {
        var exif = EXIFBlock()
        exif.addText(0x013B, "Ada")
        let head = Array("Exif\0\0".utf8)
        let bytes = try jpeg([(0xE1, head + [0, 1, 2, 3]), (0xE1, head + exif.tiff)])
        #expect(try metadata(bytes).artist == "Ada")
    }

    @Test(arguments: [
        "<d:title><r:Alt><r:li xml:lang='fr'>Non</r:li><r:li xml:lang='x-default'>L&#39;été &amp; moi</r:li></r:Alt></d:title>",
        "<d:title><r:Alt><r:li>L&#x27;été &amp; moi</r:li></r:Alt></d:title>",
        "<d:title><r:Alt><r:li><![CDATA[L'été & moi]]></r:li></r:Alt></d:title>",
        "<title xmlns='http://purl.org/dc/elements/1.1/'><r:Bag><r:li>L&apos;été &amp; moi</r:li></r:Bag></title>",
        "<d:title>L'été &amp; moi</d:title>",
    ])
    func `XMP is read in all notations`(title: String) throws {
        let packet = Self.xmp(
            """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:e='http://ns.adobe.com/exif/1.0/'
            e:GPSLatitude='48,51.504N' e:GPSLongitude='2,17.67E'>\(title)</r:Description></r:RDF>
            """)
        let found = try metadata(jpeg([(0xE1, packet)]))
        expectEqual(found.title, "L'été & moi")
        #expect(abs((found.position?.latitude ?? 0) - 48.8584) < 1e-6)
    }

    // MARK: PNG and GIF

    @Test func `PNG keywords are read if EXIF and XMP have no values`() throws {
        var file = try TestPicture.gradient(4, 4).encoded(as: .png)
        var chunks: [UInt8] = []
        chunks.append(chunk: "tEXt", Array("Title\0".utf8) + [0x4D, 0xFC, 0x68, 0x6C, 0x65])
        chunks.append(chunk: "iTXt", Array("Author\0\0\0de\0Autor\0Zoë".utf8))
        chunks.append(chunk: "zTXt", Array("Copyright\0\0".utf8) + Self.stored(Array("(c) Zoë".utf8)))
        chunks.append(chunk: "tEXt", Array("Creation Time\0Sun, 09 Jun 2024 21:14:03 +0200".utf8))
        file.insert(contentsOf: chunks, at: 33)
        let found = try metadata(file)
        expectEqual(found.title, "Mühle")
        expectEqual(found.artist, "Zoë")
        expectEqual(found.copyright, "(c) Zoë")
        expectEqual(found.dateTaken, "2024-06-09T21:14:03+02:00")
    }

    @Test func `a compressed XMP packet in a PNG is read`() throws {
        let packet = Self.xmp(
            """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:t="http://ns.adobe.com/tiff/1.0/" t:Make="Leica"/></r:RDF>
            """
        ).dropFirst(29)
        var file = try TestPicture.gradient(4, 4).encoded(as: .png)
        var chunk: [UInt8] = []
        chunk.append(
            chunk: "iTXt", Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0] + Self.stored(Array(packet)))
        file.insert(contentsOf: chunk, at: 33)
        #expect(try metadata(file).make == "Leica")
    }

    @Test(arguments: [false, true]) func `XMP in a GIF is read before and after its frames`(isBehind: Bool) throws {
        let packet = Self.xmp(
            """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:t="http://ns.adobe.com/tiff/1.0/" t:Make="Leica"/></r:RDF>
            """
        ).dropFirst(29)
        var file = try TestPicture.gradient(4, 4).encoded(as: .gif)
        let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let block = [0x21, 0xFF, 0x0B] + Array("XMP DataXMP".utf8) + packet + trailer
        let colors = file[10] & 0x80 == 0 ? 0 : 3 << (Int(file[10] & 7) + 1)
        file.insert(contentsOf: block, at: isBehind ? file.count - 1 : 13 + colors)
        #expect(try metadata(file).make == "Leica")
        #expect(try Image(decoding: file).size == PixelSize(width: 4, height: 4))
    }

    /// Bytes as a zlib stream of one stored block (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count
        var (a, b) = (1, 0)
        for byte in bytes { (a, b) = ((a + Int(byte)) % 65_521, (b + a + Int(byte)) % 65_521) }
        let length = [count & 0xFF, count >> 8, ~count & 0xFF, ~count >> 8 & 0xFF].map { UInt8($0) }
        return [0x78, 0x01, 1] + length + bytes + [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map { UInt8($0) }
    }
}
