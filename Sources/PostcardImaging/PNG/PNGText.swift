import CCodecs
import PostcardCore

/// The text in a chunk of a PNG file, with its keyword (W3C PNG, third edition, section 11.3.3).
struct PNGText {
    /// The maximum length of inflated text in bytes, which is the maximum length of an XMP packet.
    private static let maximumBytes = 1 << 20
    private static let types: [StaticString] = ["tEXt", "zTXt", "iTXt"]

    let keyword: String
    /// The text in UTF-8, or else in Latin-1.
    let bytes: [UInt8]

    /// Returns the keyword of a text chunk; `nil` for other chunks.
    static func keyword(_ reader: ByteReader, at offset: Int, length: Int) -> String? {
        guard types.contains(where: { reader.has($0, at: offset + 4) }),
            let start = reader.slice(at: offset + 8, count: min(length, 80))
        else { return nil }
        return String(decoding: start.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Reads a text chunk.
    ///
    /// - Returns: `nil` for a broken chunk.
    init?(_ reader: ByteReader, at offset: Int) {
        guard let length = reader.uint32(at: offset), let content = reader.slice(at: offset + 8, count: length),
            let keyword = PNGText.keyword(reader, at: offset, length: length)
        else { return nil }
        var rest = content.dropFirst(keyword.utf8.count + 1)
        var isCompressed = reader.has("zTXt", at: offset + 4)
        if reader.has("iTXt", at: offset + 4) {
            isCompressed = rest.first == 1
            rest = rest.dropFirst()
        }
        guard !isCompressed || rest.first == 0 else { return nil }
        if !reader.has("tEXt", at: offset + 4) { rest = rest.dropFirst() }
        if reader.has("iTXt", at: offset + 4) {
            // The language and the translated keyword are skipped.
            for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
        }
        self.keyword = keyword
        let text = UnsafeRawBufferPointer(rebasing: rest)
        bytes = isCompressed ? PNGText.inflated(text, limit: PNGText.maximumBytes) : Array(text)
    }

    /// Inflates text. The result is empty if the data is broken or the text is longer than `limit`.
    static func inflated(_ part: UnsafeRawBufferPointer, limit: Int) -> [UInt8] {
        guard let start = part.baseAddress, let inflater = postcard_inflater_create() else { return [] }
        defer { postcard_inflater_destroy(inflater) }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = postcard_inflater_run(inflater, start.asBytes, part.count, buffer.baseAddress, limit)
            count = result.is_over ? result.written : 0
        }
    }
}

extension Metadata {
    /// The keywords that are read.
    static let keywordsOfPNG: Set<NameKey> = ["Title", "Author", "Copyright", "Description", "Creation Time"]

    /// Fills in missing values from the text chunks of a PNG file.
    mutating func fillGaps(from texts: [PNGText]) {
        var values: [NameKey: String] = [:]
        for text in texts where values[text.keyword] == nil { values[text.keyword] = MetadataText.cleaned(text.bytes) }
        var found = Metadata()
        found.title = (values["Title"] ?? values["Description"]).flatMap(Self.writtenTitle)
        (found.artist, found.copyright) = (values["Author"], values["Copyright"])
        found.setDate(values["Creation Time"].flatMap { MetadataDate($0) ?? MetadataDate(mail: $0) })
        fillGaps(from: found)
    }
}
