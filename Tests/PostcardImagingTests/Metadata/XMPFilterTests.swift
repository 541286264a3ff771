import PostcardTestSupport
import Testing

@testable import PostcardImaging

@Suite struct XMPFilterTests {
    private static let names = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" \
        xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        """

    private func packet(_ attributes: String, _ elements: String = "") -> String {
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(Self.names)>\
        <rdf:Description rdf:about="" dc:rights='Ann &amp; Bob' \(attributes)><dc:title><rdf:Alt>\
        <rdf:li xml:lang="x-default">T&#x6F;wer</rdf:li></rdf:Alt></dc:title>\(elements)</rdf:Description></rdf:RDF>\
        </x:xmpmeta><?xpacket end="w"?>
        """
    }

    private func text(_ packet: [UInt8]) -> String? {
        XMPFilter.filtered(packet).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        (#"exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.6E""#, ""),
        ("exif:GPSLatitude = '48,51.5N'\n", ""),
        ("", "<exif:GPSLatitude>48,51.5N</exif:GPSLatitude>"),
        ("", "<e:GPSLatitude xmlns:e='http://ns.adobe.com/exif/1.0/'>48,51.5N</e:GPSLatitude>"),
        ("", "<GPSLatitude xmlns='http://ns.adobe.com/exif/1.0/'>48,51.5N</GPSLatitude>"),
        ("", "<exif:GPSLatitude>&#52;8,51.5N</exif:GPSLatitude>"),
        ("", "<exif:GPSLatitude><![CDATA[48,51.5N]]></exif:GPSLatitude>"),
        ("", "<geo:lat>48.8584</geo:lat>"), (#"geo:long="48.2945""#, ""),
        (#"drone-dji:GpsLongtitude="48.2945" drone-dji:Longtitude="48.2945""#, ""),
        (#"photoshop:City="Paris 48""#, "<photoshop:City>Paris 48</photoshop:City>"),
        ("", "<dc:subject><rdf:Bag><rdf:li>Paris 48</rdf:li></rdf:Bag></dc:subject>"),
        (
            "",
            "<Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType='Resource'><exif:GPSLatitude>48,51.5N"
                + "</exif:GPSLatitude></rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>"
        ),
        ("", "<!-- 48,51.5N --><?place 48?>"),
        ("", "<dc:creator rdf:parseType='Resource'><geo:lat>48.8584</geo:lat></dc:creator>"),
        ("", "<dc:creator><rdf:Seq><rdf:li><geo:lat>48.8584</geo:lat></rdf:li></rdf:Seq></dc:creator>"),
    ]) func `positions are dropped in every notation, and the title stays`(attributes: String, elements: String) throws
    {
        let packet = packet(attributes, elements)
        let utf16 = Array(packet.utf16)
        let spellings: [[UInt8]] = [
            Array(packet.utf8), Array(packet.utf8) + [0, 0, 0], [0xEF, 0xBB, 0xBF] + Array(packet.utf8),
            [0xFE, 0xFF] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ]
        for spelling in spellings {
            let filtered = try #require(text(spelling))
            #expect(filtered.contains(">Tower</rdf:li>"))
            #expect(filtered.contains("<dc:rights>Ann &amp; Bob</dc:rights>"))
            for word in ["48", "GPS", "geo", "City", "Paris", "Loca"] {
                #expect(!filtered.contains(word), "\(filtered)")
            }
        }
    }

    @Test(arguments: [
        "exif:GPSL&#97;titude='48'", "nobody:knows='48'", "dc:title='48' dc:title='48'", "dc:format='&place;'", "a=b",
    ]) func `a packet that is not well-formed is dropped`(attributes: String) {
        #expect(text(Array(packet(attributes).utf8)) == nil)
    }

    @Test(arguments: [
        "<!DOCTYPE x [<!ENTITY a '48'>]>", String(repeating: "<a>", count: 40),
        String(repeating: "<a/>", count: 30_000),
        "<a " + (0..<300).map { "xmlns:p\($0)='u'" }.joined(separator: " ") + "/>",
    ]) func `a packet beyond the limits is dropped`(start: String) {
        #expect(text(Array((start + packet("")).utf8)) == nil)
        #expect(text(Array(packet("", start).utf8)) == nil)
    }

    @Test func `every prefix of a packet is read without trapping`() {
        let bytes = Array(packet(#"exif:DateTimeOriginal="2024-06-09""#).utf8)
        let complete = bytes.indices.filter { text(Array(bytes.prefix($0))) != nil }
        #expect(complete.allSatisfy { $0 > bytes.count - 25 })
    }

    @Test func `filtering a packet twice gives the same result as filtering it once`() throws {
        let first = try #require(text(Array(packet("photoshop:Credit='Ann' dc:creator='A &lt; B'").utf8)))
        #expect(text(Array(first.utf8)) == first)
        #expect(first.contains("<dc:creator>A &lt; B</dc:creator>") && first.contains("<photoshop:Credit>Ann<"))
    }
}
