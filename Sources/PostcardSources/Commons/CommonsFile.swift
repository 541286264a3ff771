/// The current version of a file on Wikimedia Commons, in the words of `prop=imageinfo`.
struct CommonsFile: Decodable {
    let url: String
    let width: Int
    let height: Int
    let mime: String
    let descriptionurl: String?
    /// The time of its upload, such as `2024-06-09T20:14:03Z`.
    let timestamp: String?
    let thumburl: String?
    let thumbwidth: Int?
    let thumbheight: Int?
    /// The file's description by the names of CommonsMetadata. Values are texts, often HTML.
    let metadata: [String: String]

    private enum CodingKeys: String, CodingKey {
        case url, width, height, mime, descriptionurl, timestamp, thumburl, thumbwidth, thumbheight, extmetadata
    }

    private struct Entry: Decodable {
        let value: LenientText?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.decode(String.self, forKey: .url)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        mime = try container.decode(String.self, forKey: .mime)
        descriptionurl = try container.decodeIfPresent(String.self, forKey: .descriptionurl)
        timestamp = try container.decodeIfPresent(String.self, forKey: .timestamp)
        thumburl = try container.decodeIfPresent(String.self, forKey: .thumburl)
        thumbwidth = try container.decodeIfPresent(Int.self, forKey: .thumbwidth)
        thumbheight = try container.decodeIfPresent(Int.self, forKey: .thumbheight)
        // PHP writes an object without members as an empty array.
        let entries = try? container.decodeIfPresent([String: Entry].self, forKey: .extmetadata)
        metadata = (entries ?? [:]).compactMapValues { $0.value?.text }
    }
}
