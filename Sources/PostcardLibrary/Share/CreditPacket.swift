import PlatformFoundation
import PostcardImaging
import PostcardPhotos

/// The credit of a picture as metadata in the two formats that photo programs read: XMP and IPTC.
struct CreditPacket {
    let title: String
    let creator: String
    let credit: String
    let license: String
    let licenseURL: String
    let page: String

    init(_ item: SharedItem) {
        title = item.title
        creator = item.creator ?? ""
        credit = item.credit ?? ""
        license = item.license?.name ?? ""
        licenseURL = item.license?.url?.absoluteString ?? ""
        page = item.page ?? ""
    }

    /// True if there is a creator, a credit line or a license.
    var isNeeded: Bool { !credit.isEmpty || !creator.isEmpty || !license.isEmpty }

    /// Returns an XMP packet (ISO 16684-1). If `stored` is given, returns that packet with the missing members added.
    func xmp(adding stored: String? = nil) -> [UInt8] {
        let known = stored ?? ""
        func alternative(_ name: String, _ text: String) -> String {
            element(name, text, known) { "<rdf:Alt><rdf:li xml:lang=\"x-default\">\($0)</rdf:li></rdf:Alt>" }
        }
        let rights = [credit, license].first { !$0.isEmpty } ?? ""
        let properties =
            alternative("dc:title", title) + alternative("dc:rights", rights)
            + alternative("xmpRights:UsageTerms", license)
            + element("dc:creator", creator, known) { "<rdf:Seq><rdf:li>\($0)</rdf:li></rdf:Seq>" }
            + element("photoshop:Credit", credit, known) { $0 } + element("photoshop:Source", page, known) { $0 }
            + element("xmpRights:WebStatement", licenseURL.isEmpty ? page : licenseURL, known) { $0 }
            + (license.isEmpty ? "" : element("xmpRights:Marked", "True", known) { $0 })
        let description = """
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
            xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">\(properties)</rdf:Description>
            """
        if let stored, let end = stored.ranges(of: "</rdf:RDF>").last {
            return Array((stored[..<end.lowerBound] + description + stored[end.lowerBound...]).utf8)
        }
        return Array(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\(description)</rdf:RDF></x:xmpmeta>\
            <?xpacket end="r"?>
            """.utf8)
    }

    /// The IPTC-IIM records (IIM 4.2) in a Photoshop image resource block.
    var iptc: [UInt8] {
        func dataset(_ record: UInt8, _ number: UInt8, _ text: String, _ limit: Int) -> [UInt8] {
            guard !text.isEmpty else { return [] }
            var bytes = Array(text.utf8.prefix(limit))
            // An incomplete character at the end is removed.
            while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
            return [0x1C, record, number, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
        }
        // The first dataset declares that the other datasets are in UTF-8.
        let data =
            [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47] + dataset(2, 5, title, 64) + dataset(2, 80, creator, 32)
            + dataset(2, 110, license.isEmpty ? credit : license, 32) + dataset(2, 115, page, 32)
            + dataset(2, 116, credit.isEmpty ? license : credit, 128)
        let size = data.count
        return Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, UInt8(size >> 8 & 255), UInt8(size & 255)] + data
            + (size % 2 == 1 ? [0] : [])
    }

    private func element(_ name: String, _ text: String, _ known: String, _ wrap: (String) -> String) -> String {
        // Members that the picture already has are not replaced.
        guard !text.isEmpty, !known.contains("<\(name)"), !known.contains("\(name)=") else { return "" }
        return "<\(name)>\(wrap(Markup.escaped(text)))</\(name)>"
    }
}

extension CreditPacket {
    /// Returns a picture file with the credit and unchanged pixels; `nil` for an unsupported format or a damaged file.
    func embedded(in bytes: [UInt8]) -> [UInt8]? {
        return XMPEmbedder.embed(in: bytes, iptc: iptc) { xmp(adding: $0) }
    }
}
