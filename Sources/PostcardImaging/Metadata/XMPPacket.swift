import PostcardCore

/// The properties of an XMP packet (ISO 16684-1).
struct XMPPacket {
    /// A string, or a list of strings.
    struct Value {
        /// `Alt`, `Seq` or `Bag`; `nil` for a single string.
        let list: String?
        let items: [(language: String?, text: String)]

        /// The string in the default language, or else the first string, trimmed; `nil` if that string is empty.
        var text: String? {
            (items.first { $0.language == "x-default" } ?? items.first).flatMap { MetadataText.cleaned($0.text.utf8) }
        }
    }

    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// The maximum length of a packet in bytes; larger packets are ignored. Packets in photos take a few kilobytes.
    private static let maximumBytes = 1 << 20

    /// The properties by name. If several properties have the same name, the first is used.
    private(set) var values: [XMLElement.Name: Value] = [:]

    /// Parses a packet.
    ///
    /// - Returns: `nil` for a packet that is not well-formed.
    init?(_ packet: some Collection<UInt8>) {
        // Some writers fill the rest of a buffer with zeros.
        guard packet.count <= Self.maximumBytes, let root = XMLElement.root(of: Self.trimmed(packet)) else {
            return nil
        }
        for description in Self.descriptions(in: root) {
            for (name, text) in description.attributes where values[name] == nil {
                values[name] = Value(list: nil, items: [(nil, text)])
            }
            for property in description.children where values[property.name] == nil {
                values[property.name] = Self.value(of: property)
            }
        }
    }

    private static func trimmed(_ packet: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(packet)
        let isWide = bytes.prefix(4).contains(0)
        while let last = bytes.last, last == 0, !isWide { bytes.removeLast() }
        return bytes
    }

    private static func descriptions(in root: XMLElement) -> [XMLElement] {
        guard root.name != rdfName("RDF") else { return root.children.filter { $0.name == rdfName("Description") } }
        return root.children.filter { $0.name == rdfName("RDF") }.flatMap(descriptions)
    }

    private static func rdfName(_ local: String) -> XMLElement.Name { XMLElement.Name(namespace: rdf, local: local) }

    /// Returns a string or a list of strings; `nil` for structures.
    private static func value(of property: XMLElement) -> Value? {
        if let resource = property.attributes[rdfName("resource")], property.children.isEmpty {
            return Value(list: nil, items: [(nil, resource)])
        }
        guard let list = property.children.first else { return Value(list: nil, items: [(nil, property.text)]) }
        guard property.children.count == 1, list.name.namespace == rdf, ["Alt", "Seq", "Bag"].contains(list.name.local)
        else { return nil }
        let language = XMLElement.Name(namespace: "http://www.w3.org/XML/1998/namespace", local: "lang")
        let items = list.children.filter { $0.name == rdfName("li") && $0.children.isEmpty }
        return Value(list: list.name.local, items: items.map { ($0.attributes[language], $0.text) })
    }

    /// The namespaces of the properties that are read.
    enum Vocabulary: String {
        case dc = "http://purl.org/dc/elements/1.1/"
        case exif = "http://ns.adobe.com/exif/1.0/"
        case photoshop = "http://ns.adobe.com/photoshop/1.0/"
        case tiff = "http://ns.adobe.com/tiff/1.0/"
        case xmp = "http://ns.adobe.com/xap/1.0/"
    }

    /// Returns the text of a property.
    func text(_ vocabulary: Vocabulary, _ name: String) -> String? {
        values[XMLElement.Name(namespace: vocabulary.rawValue, local: name)]?.text
    }
}

extension Metadata {
    /// Reads an XMP packet. Missing and broken values are ignored.
    init(xmp bytes: UnsafeRawBufferPointer) {
        self.init()
        guard let packet = XMPPacket(bytes) else { return }
        let dates = [
            packet.text(.exif, "DateTimeOriginal"), packet.text(.exif, "DateTimeDigitized"),
            packet.text(.photoshop, "DateCreated"), packet.text(.xmp, "CreateDate"),
        ]
        setDate(dates.lazy.compactMap { $0.flatMap { MetadataDate($0) } }.first)
        make = packet.text(.tiff, "Make")
        model = packet.text(.tiff, "Model")
        title = (packet.text(.dc, "title") ?? packet.text(.dc, "description")).flatMap(Self.writtenTitle)
        if packet.text(.dc, "title") != nil { caption = packet.text(.dc, "description") }
        artist = packet.text(.dc, "creator")
        copyright = packet.text(.dc, "rights")
        position = Position(
            packet.text(.exif, "GPSLatitude").flatMap { Self.degrees(xmp: $0, "N", "S") },
            packet.text(.exif, "GPSLongitude").flatMap { Self.degrees(xmp: $0, "E", "W") })
    }

    /// Reads `50,38.562N` or `50,38,33.7N` (XMP specification, part 2, GPSCoordinate).
    private static func degrees(xmp text: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let direction = text.last, direction == positive || direction == negative else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) ?? .nan }
        guard parts.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        return Position.degrees(parts, isNegative: direction == negative)
    }
}
