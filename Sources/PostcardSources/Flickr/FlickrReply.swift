import PlatformFoundation

/// A response of `flickr.photos.search`: a page of photos, or the number and text of a failure, both with HTTP status 200.
struct FlickrReply: Decodable {
    /// `ok` or `fail`.
    let stat: String
    /// The number of the failure.
    let code: LenientText?
    /// The text of the failure.
    let message: String?
    /// The page of photos.
    let photos: Page?

    /// A page of photos. All numbers have come as texts at some time.
    struct Page: Decodable {
        let page: LenientText?
        let pages: LenientText?
        let perpage: LenientText?
        let total: LenientText?
        let photo: LossyArray<FlickrRecord>?
    }

    /// Reads the body of an answer.
    ///
    /// - Parameter body: Bare JSON, or JSON in the call of a function, as a service that overlooks `nojsoncallback` sends.
    /// - Returns: `nil` when it is neither, such as the HTML page or broken JSON of an overloaded server.
    static func parse(_ body: [UInt8]) -> FlickrReply? {
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var json = body.drop(while: isSpace)
        if json.first != UInt8(ascii: "{") {
            guard let open = json.firstIndex(of: UInt8(ascii: "(")), let close = json.lastIndex(of: UInt8(ascii: ")")),
                open < close, json[..<open].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 })
            else { return nil }
            json = json[(open + 1)..<close]
        }
        return try? JSONDecoder().decode(FlickrReply.self, from: Data(json))
    }
}

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

/// The meanings of Flickr's numbered failures.
enum FlickrFailure {
    /// The failure of an attempt that Flickr answered with `stat: fail`. `code` is Flickr's number, if there was one.
    /// `message` is Flickr's text without the key.
    static func failure(code: Int?, message: String) -> AttemptFailure {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // Numbers 0 and 201 are in no document; the text is the same for every outage.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return AttemptFailure(.unavailable, "\(quote) Try again later.", .outOfOrder)
        }
        switch code {
        case 100:
            return AttemptFailure(
                .keyRefused,
                "\(quote) Check the key, or make one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return AttemptFailure(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return AttemptFailure(.badQuery, "\(quote) Change the search.")
        default:
            return AttemptFailure(.badReply, quote)
        }
    }
}
