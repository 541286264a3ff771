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

/// A photo in Flickr's words: its members by their names. What has come in several types, or not at all, is read leniently.
typealias FlickrRecord = [String: LenientText]

/// The meanings of Flickr's numbered failures.
enum FlickrFailure {
    /// The failure of an attempt that Flickr answered with `stat: fail`. `code` is Flickr's number, if there was one.
    /// `message` is Flickr's text without the key.
    static func failure(code: Int?, message: String) -> SourceError {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // Numbers 0 and 201 are in no document; the text is the same for every outage.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        }
        switch code {
        case 100:
            return SourceError(
                .keyRefused,
                "\(quote) Check the key, or make one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return SourceError(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return SourceError(.badQuery, "\(quote) Change the search.")
        default:
            return SourceError(.badReply, quote)
        }
    }
}
