extension FlickrStandIn {
    /// Which of the stand-in's two halves a request goes to.
    public enum RequestKind: Sendable, Hashable {
        /// Calls of the API.
        case api
        /// Fetching pictures.
        case picture
    }

    /// What can happen to a request instead of, or around, its proper answer.
    public enum Fault: Sendable {
        /// HTTP 200 with `stat: fail`, a number and a text; where no text is given, the one that Flickr uses.
        case fail(code: Int, message: String? = nil)
        /// A status with an HTML body, and a `Retry-After` if given.
        case status(Int, retryAfter: String? = nil)
        /// HTTP 200 with this body.
        case body(String)
        /// The proper answer, but the connection closes after so many bytes of the body.
        case cut(after: Int)
        /// The proper answer stops after so many bytes of the body, and the connection stays open.
        case hang(after: Int)
        /// No answer: the connection closes.
        case hangUp
        /// The proper answer, as soon as the gate is open.
        case wait(TestGate)
        /// Sends the client to another address.
        case redirect(to: String)
        /// The proper answer, in chunks without its length being announced.
        case chunked

        /// The body that Flickr has sent with HTTP 200 when it was overloaded: JSON but for a comma.
        public static let trailingComma = Fault.body(
            #"{"stat":"fail","code":201,"message":"Sorry, the Flickr API service is not currently available.",}"#)

        /// An HTML page with HTTP 200.
        public static let html = Fault.body("<!DOCTYPE html><html><body><h1>Bad, bad panda!</h1></body></html>")
    }

    /// How replies differ from the plainest form, as they have over the years.
    public struct Quirks: OptionSet, Sendable {
        /// A bit a quirk.
        public let rawValue: Int

        /// Creates a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `total` and `pages` are texts, and `""` for none.
        public static let countsAsText = Quirks(rawValue: 1 << 0)
        /// Latitude and longitude are numbers.
        public static let placesAsNumbers = Quirks(rawValue: 1 << 1)
        /// Widths and heights are texts.
        public static let sizesAsText = Quirks(rawValue: 1 << 2)
        /// There are no addresses of sizes at all.
        public static let withoutAddresses = Quirks(rawValue: 1 << 3)
        /// Photos without a path alias have `""` for one instead of `null`.
        public static let emptyAlias = Quirks(rawValue: 1 << 4)
        /// The licence is a number.
        public static let licenseAsNumber = Quirks(rawValue: 1 << 5)
        /// Every page begins with the last photo of the page before and has its own first photo twice.
        public static let repeatingPhotos = Quirks(rawValue: 1 << 6)
        /// The order is another one in every reply.
        public static let unstableOrder = Quirks(rawValue: 1 << 7)
        /// One record of each page is not an object.
        public static let brokenRecord = Quirks(rawValue: 1 << 8)
    }
}
