import PostcardCore

/// Copies the listed properties of an XMP packet (ISO 16684-1): title, credit, rights, dates, camera, and panorama display.
enum XMPFilter {
    private struct Vocabulary {
        let prefix: String
        let namespace: String
        let properties: Set<NameKey>
    }

    private static let vocabularies = [
        Vocabulary(
            prefix: "dc", namespace: "http://purl.org/dc/elements/1.1/",
            properties: ["title", "description", "creator", "rights"]),
        Vocabulary(
            prefix: "photoshop", namespace: "http://ns.adobe.com/photoshop/1.0/",
            properties: ["Credit", "Source", "Headline", "DateCreated", "AuthorsPosition", "CaptionWriter"]),
        Vocabulary(
            prefix: "xmp", namespace: "http://ns.adobe.com/xap/1.0/",
            properties: ["CreateDate", "ModifyDate", "MetadataDate", "CreatorTool", "Rating"]),
        Vocabulary(
            prefix: "xmpRights", namespace: "http://ns.adobe.com/xap/1.0/rights/",
            properties: ["UsageTerms", "WebStatement", "Marked", "Owner"]),
        Vocabulary(
            prefix: "cc", namespace: "http://creativecommons.org/ns#",
            properties: ["license", "attributionName", "attributionURL"]),
        Vocabulary(
            prefix: "exif", namespace: "http://ns.adobe.com/exif/1.0/",
            properties: ["DateTimeOriginal", "DateTimeDigitized"]),
        Vocabulary(
            prefix: "tiff", namespace: "http://ns.adobe.com/tiff/1.0/",
            properties: ["Make", "Model", "Artist", "Copyright", "ImageDescription", "DateTime"]),
        Vocabulary(
            prefix: "Iptc4xmpCore", namespace: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
            properties: ["AltTextAccessibility", "ExtDescrAccessibility"]),
        Vocabulary(
            prefix: "GPano", namespace: "http://ns.google.com/photos/1.0/panorama/",
            properties: [
                "ProjectionType", "UsePanoramaViewer", "FullPanoWidthPixels", "FullPanoHeightPixels",
                "CroppedAreaLeftPixels", "CroppedAreaTopPixels", "CroppedAreaImageWidthPixels",
                "CroppedAreaImageHeightPixels",
            ]),
    ]

    /// Returns a packet with the listed properties; `nil` if the packet has no such properties or is not well-formed.
    static func filtered(_ packet: some Collection<UInt8>) -> [UInt8]? {
        guard let values = XMPPacket(packet)?.values else { return nil }
        var declarations = ""
        var properties = ""
        for vocabulary in vocabularies {
            let known = vocabulary.properties.sortedNames().compactMap { local in
                values[XMLElement.Name(namespace: vocabulary.namespace, local: local)].map { (local, $0) }
            }
            guard !known.isEmpty else { continue }
            declarations += " xmlns:\(vocabulary.prefix)=\"\(vocabulary.namespace)\""
            properties += known.map { element("\(vocabulary.prefix):\($0.0)", $0.1) }.joined()
        }
        guard !properties.isEmpty else { return nil }
        let start =
            "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
            + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
        let description = "<rdf:Description rdf:about=\"\"\(declarations)>\(properties)</rdf:Description>"
        return Array(
            "\(start)<rdf:RDF xmlns:rdf=\"\(XMPPacket.rdf)\">\(description)</rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
                .utf8)
    }

    private static func element(_ name: String, _ value: XMPPacket.Value) -> String {
        guard let list = value.list else { return "<\(name)>\(AltText.escaped(value.items[0].text))</\(name)>" }
        let items = value.items.map { item -> String in
            let language = item.language.flatMap { language in
                language.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-") } ? " xml:lang=\"\(language)\"" : nil
            }
            return "<rdf:li\(language ?? "")>\(AltText.escaped(item.text))</rdf:li>"
        }
        return "<\(name)><rdf:\(list)>\(items.joined())</rdf:\(list)></\(name)>"
    }
}
