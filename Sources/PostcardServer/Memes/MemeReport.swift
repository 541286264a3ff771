import PlatformFoundation
import PostcardCore
import PostcardMemes

/// What became of the captions of a meme, for a field of the response.
struct MemeReport: Encodable {
    struct CaptionEntry: Encodable {
        /// Pixels in an em.
        let size: Double
        /// The number of lines.
        let lines: Int
        /// The text that did not fit.
        var unfitted: String?
        /// Characters that no font has.
        var missing: [String]?
    }

    /// Those above the picture, those on it, those below.
    let captions: [CaptionEntry]

    /// Bytes that the field may have: proxies refuse much longer ones.
    private static let maximumBytes = 2_048
    private static let maximumCharacters = 120
    private static let maximumMissing = 12

    init(_ reports: [CaptionReport]) {
        captions = reports.map { report in
            let layout = report.layout
            return CaptionEntry(
                size: (layout.size * 100).rounded() / 100, lines: layout.lines.count,
                unfitted: layout.unfitted.isEmpty ? nil : String(layout.unfitted.prefix(Self.maximumCharacters)),
                missing: layout.missing.isEmpty ? nil : Array(layout.missing.prefix(Self.maximumMissing)))
        }
    }

    private init(captions: [CaptionEntry]) { self.captions = captions }

    /// The report as base64url of JSON; without the last captions where there are too many.
    var field: String {
        guard let json = try? JSONEncoder.compact.encode(self) else { return "" }
        let text = Base64.urlSafe.encode(Array(json))
        guard text.utf8.count > Self.maximumBytes, !captions.isEmpty else { return text }
        return MemeReport(captions: captions.dropLast(max(1, captions.count / 8))).field
    }
}
