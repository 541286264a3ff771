import PlatformFoundation
import PostcardCore
import PostcardMemes

/// The layout of a meme's captions, for the field `Meme-Report` of the response.
enum MemeReport {
    /// The largest size of the field in bytes; proxies refuse much longer ones.
    private static let maximumBytes = 2_048
    private static let maximumCharacters = 120
    private static let maximumMissing = 12

    /// Returns the report as url-safe Base64 of JSON, without the last captions where they are too many.
    ///
    /// - Parameter reports: those of the captions above the picture, on it, and below it.
    static func field(of reports: [CaptionReport]) -> String {
        var captions = reports.map(caption)
        while let json = try? JSONEncoder.compact.encode(["captions": captions]) {
            let text = Base64.urlSafe.encode(Array(json))
            guard text.utf8.count > maximumBytes, !captions.isEmpty else { return text }
            captions.removeLast(max(1, captions.count / 8))
        }
        return ""
    }

    /// Returns the members of a caption: `size` is that of an em in pixels, `lines` the number of lines, `unfitted` the text that did not fit, and
    /// `missing` has the characters that no font has.
    private static func caption(_ report: CaptionReport) -> JSONValue {
        let (unfitted, missing) = (
            report.layout.unfitted.prefix(maximumCharacters), report.layout.missing.prefix(maximumMissing)
        )
        var members: [String: JSONValue] = [
            "size": .number((report.layout.size * 100).rounded() / 100), "lines": .integer(report.layout.lines.count),
        ]
        if !unfitted.isEmpty { members["unfitted"] = .text(unfitted) }
        if !missing.isEmpty { members["missing"] = .array(missing.map { .text($0) }) }
        return JSONValue(members)
    }
}
