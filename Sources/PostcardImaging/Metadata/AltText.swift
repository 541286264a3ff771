/// The alternative text of a picture as XMP: `dc:description`, which search tools read, and `Iptc4xmpCore:AltTextAccessibility`, which
/// screen readers use (IPTC Photo Metadata Standard 2021.1).
package enum AltText {
    /// Adds alternative text to a JPEG, PNG, WebP or GIF file. Files in other formats are unchanged.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the file.
    package static func embed(_ text: String, in bytes: [UInt8]) -> [UInt8] {
        guard !text.isEmpty else { return bytes }
        return XMPEmbedder.embed(in: bytes) { packet(text, adding: $0) } ?? bytes
    }

    /// Returns the XMP packet for a new JPEG or AVIF file; empty if the text is empty or too long for a segment.
    static func segment(_ text: String) -> [UInt8] {
        guard !text.isEmpty else { return [] }
        let packet = packet(text, adding: nil)
        return packet.count <= XMPEmbedder.maximumJPEGBytes ? packet : []
    }

    private static func packet(_ text: String, adding stored: String?) -> [UInt8] {
        let words = "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(text))</rdf:li></rdf:Alt>"
        func element(_ name: String) -> String { "<\(name)>\(words)</\(name)>" }
        let description = """
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">\
            \(element("dc:description"))\(element("Iptc4xmpCore:AltTextAccessibility"))</rdf:Description>
            """
        // The alternative text of the source picture no longer applies.
        if let stored, !["dc:description", "AltTextAccessibility"].contains(where: { stored.contains($0) }),
            let end = stored.ranges(of: "</rdf:RDF>").last
        {
            return Array((stored[..<end.lowerBound] + description + stored[end.lowerBound...]).utf8)
        }
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\(description)</rdf:RDF></x:xmpmeta>\
            <?xpacket end="r"?>
            """.utf8)
    }

    /// Returns text escaped for XML, without characters that XML doesn't allow.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
