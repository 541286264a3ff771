/// A photo in Flickr's words. What has come in several types, or not at all, is read leniently.
struct FlickrRecord: Decodable {
    let id: String
    let owner: String
    let secret: String?
    let server: String?
    let title: String
    let ownername: String?
    let pathalias: String?
    let license: String?
    let media: String?
    let datetaken: String?
    let datetakengranularity: Int?
    let datetakenunknown: Int?
    let latitude: Double?
    let longitude: Double?
    /// 0 means that there is no location, whatever latitude and longitude say.
    let accuracy: Int?
    /// The address, width and height of each size that the reply names, by its member letters.
    let sizes: [String: (url: String, width: Int?, height: Int?)]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func value(_ name: String) -> LenientText? {
            try? container.decodeIfPresent(LenientText.self, forKey: Key(stringValue: name))
        }
        guard let id = value("id")?.text, let owner = value("owner")?.text else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A photo without id or owner."))
        }
        self.id = id
        self.owner = owner
        secret = value("secret")?.text
        server = value("server")?.text
        title = value("title")?.text ?? ""
        ownername = value("ownername")?.text
        pathalias = value("pathalias")?.text
        license = value("license")?.text
        media = value("media")?.text
        datetaken = value("datetaken")?.text
        datetakengranularity = value("datetakengranularity")?.int
        datetakenunknown = value("datetakenunknown")?.int
        latitude = value("latitude")?.double
        longitude = value("longitude")?.double
        accuracy = value("accuracy")?.int
        var sizes: [String: (url: String, width: Int?, height: Int?)] = [:]
        for size in FlickrSize.all {
            guard let url = value("url_\(size.member)")?.text else { continue }
            sizes[size.member] = (url, value("width_\(size.member)")?.int, value("height_\(size.member)")?.int)
        }
        self.sizes = sizes
    }
}
