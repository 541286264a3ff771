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
