import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

struct MetadataTests {
    private func metadata(_ bytes: [UInt8]) throws -> Metadata { try ImageHeader(of: bytes).metadata }

    static let full: Metadata = {
        var metadata = Metadata()
        metadata.dateTaken = "2024-06-09T21:14:03+02:00"
        metadata.subseconds = "25"
        metadata.position = Metadata.Position(latitude: -50.64271, longitude: -1.92359)
        metadata.make = "Zeiss"
        metadata.model = "Ikonta & Söhne <520>"
        metadata.title = "Old Harry"
        metadata.artist = "A. Adams"
        metadata.copyright = "© 2024"
        return metadata
    }()

    @Test(arguments: [
        ("OLYMPUS DIGITAL CAMERA         ", nil), ("SONY DSC", nil), ("SAMSUNG CAMERA PICTURES", nil), (" ", nil),
        ("Sony DSC and I", "Sony DSC and I"), ("Old Harry", "Old Harry"),
    ])
    func `text that a camera writes into every picture is not a title`(text: String, title: String?) throws {
        var metadata = Metadata()
        metadata.title = text
        let image = try Image(size: .square(16), fill: .white)
        #expect(try self.metadata(image.encoded(as: EncodingOptions.jpeg().withMetadata(metadata))).title == title)
    }

    @Test func `private metadata of a photo is read`() throws {
        let metadata = try metadata(Fixture.small("jpeg-private-metadata.jpg").bytes)
        #expect(metadata.dateTaken == "2025-06-21T12:31:06+01:00")
        let position = try #require(metadata.position)
        #expect(abs(position.latitude - 50.6427) < 0.0001)
        #expect(abs(position.longitude + 1.92359) < 0.0001)
        #expect(metadata.artist != nil)
        #expect(metadata.copyright != nil)
        #expect(metadata.orientation == .right)
    }

    @Test(arguments: [EncodingOptions.jpeg(), .png, .webp(), .webp(quality: nil), .avif()])
    func `nothing is written by default`(options: EncodingOptions) throws {
        let image = try Image(decoding: Fixture.small("jpeg-private-metadata.jpg").bytes)
        #expect(try metadata(image.encoded(as: options)) == Metadata())
    }

    @Test(arguments: [EncodingOptions.jpeg(), .png, .webp(), .webp(quality: nil), .avif()], [false, true])
    func `kept metadata is read back`(options: EncodingOptions, hasAlpha: Bool) throws {
        let image = try Image(size: .square(16), fill: hasAlpha ? .clear : .white)
        let kept = Self.full.keeping([.allButPosition, .position])
        let bytes = try image.encoded(as: options.withMetadata(kept))
        let again = try metadata(bytes)
        let position = try #require(again.position)
        #expect(abs(position.latitude + 50.64271) < 1e-6)
        #expect(abs(position.longitude + 1.92359) < 1e-6)
        var expected = kept
        expected.position = again.position
        #expect(again == expected)
        #expect(try Image(decoding: bytes).size == .square(16))
    }

    @Test func `the position is kept only if requested by name`() {
        #expect(Self.full.keeping(.allButPosition).position == nil)
        #expect(Self.full.keeping(.allButPosition).copyright == "© 2024")
        #expect(Self.full.keeping(.copyright).dateTaken == nil)
        #expect(Self.full.keeping(.copyright).artist == "A. Adams")
        #expect(Self.full.keeping([]) == Metadata())
    }

    @Test(arguments: Fixture.hostile.filter { $0.name.contains("-exif-") })
    func `broken EXIF never makes decoding fail`(fixture: Fixture) throws {
        let decoded = try DecodedImage(fixture.bytes)
        #expect(decoded.header.storedSize.area == 64 * 48)
    }

    /// A PNG with an XMP packet before its pixels.
    private func png(xmp: String) throws -> [UInt8] {
        var bytes = try Image(size: .square(4), fill: .white).encoded(as: .png)
        let data = Array("iTXtXML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(xmp.utf8)
        let count = data.count - 4
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        bytes.insert(contentsOf: length + data + [0, 0, 0, 0], at: 33)
        return bytes
    }

    @Test func `XMP is read from elements and attributes`() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            tiff:Make="Leica" exif:GPSLatitude="50,38.562N" xmp:CreateDate="2023-01-02T03:04:05.678Z">
            <exif:GPSLongitude>1,55,24.9W</exif:GPSLongitude>
            <dc:creator><rdf:Seq><rdf:li>Ada &amp; Eve</rdf:li></rdf:Seq></dc:creator>
            <dc:rights><rdf:Alt><rdf:li xml:lang="de">© B</rdf:li><rdf:li xml:lang="x-default">© A</rdf:li></rdf:Alt></dc:rights>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let metadata = try metadata(png(xmp: packet))
        expectEqual(metadata.make, "Leica")
        expectEqual(metadata.artist, "Ada & Eve")
        expectEqual(metadata.copyright, "© A")
        expectEqual(metadata.dateTaken, "2023-01-02T03:04:05+00:00")
        expectEqual(metadata.subseconds, "678")
        let position = try #require(metadata.position)
        #expect(abs(position.latitude - 50.6427) < 1e-6)
        #expect(abs(position.longitude + 1.9235833) < 1e-6)
    }

    @Test(arguments: ["text", "zipped-text"])
    func `EXIF in the text chunks of a PNG is read, but its orientation is ignored`(kind: String) throws {
        let metadata = try metadata(Fixture.small("png-exif-in-\(kind).png").bytes)
        expectEqual(metadata.make, "Postcard")
        expectEqual(metadata.dateTaken, "2025-06-21T12:31:06")
        expectEqual(metadata.orientation, .up)
    }

    @Test func `a date taken in the main directory is used`() throws {
        // One entry: DateTimeOriginal, ASCII, 20 bytes, stored after the directory.
        let date = Array("2024:06:09 21:14:03\0".utf8)
        let head: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
        let entry: [UInt8] = [0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0]
        let tiff = head + entry + date
        let payload = Array("Exif\0\0".utf8) + tiff
        let file = try Image(size: .square(8), fill: .white).encoded(as: .jpeg())
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
        #expect(try metadata(file[..<2] + segment + file[2...]).dateTaken == "2024-06-09T21:14:03")
    }

    @Test(arguments: ["", "<dc:rights", "<dc:rights></dc:rights", "tiff:Make=\"", "&&&&", "<dc:creator>&</dc:creator>"])
    func `broken XMP causes no error`(packet: String) throws {
        let bytes = try png(xmp: packet)
        #expect(try metadata(bytes).make == nil)
    }
}
