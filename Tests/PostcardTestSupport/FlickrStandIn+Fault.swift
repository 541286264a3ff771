extension FlickrStandIn {
    /// The part of the server that receives a request.
    public enum RequestKind: Sendable, Hashable {
        /// An API call.
        case api
        /// A download of a picture.
        case picture
    }

    /// A fault that replaces or changes the normal response to a request.
    public enum Fault: Sendable {
        /// HTTP 200 with `stat: fail`, a number and a message; by default Flickr's message.
        case fail(code: Int, message: String? = nil)
        /// A status with an HTML body, and optionally `Retry-After`.
        case status(Int, retryAfter: String? = nil)
        /// HTTP 200 with this body.
        case body(String)
        /// The normal response, but the connection closes after some bytes of the body.
        case cut(after: Int)
        /// The normal response stops after some bytes of the body, and the connection stays open.
        case hang(after: Int)
        /// No response: the connection closes.
        case hangUp
        /// The normal response, as soon as the gate is open.
        case wait(TestGate)
        /// Redirects the client to another URL.
        case redirect(to: String)
        /// The normal response in chunks, without its length.
        case chunked

        /// The body that an overloaded Flickr sent with HTTP 200: JSON except for a comma.
        public static let trailingComma = Fault.body(
            #"{"stat":"fail","code":201,"message":"Sorry, the Flickr API service is not currently available.",}"#)

        /// An HTML page with HTTP 200.
        public static let html = Fault.body("<!DOCTYPE html><html><body><h1>Bad, bad panda!</h1></body></html>")
    }

    /// Differences from the simplest form of responses, as they have occurred over the years.
    public struct Quirks: OptionSet, Sendable {
        /// One bit for each quirk.
        public let rawValue: Int

        /// Makes a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `total` and `pages` are strings: `""` instead of 0.
        public static let countsAsText = Quirks(rawValue: 1 << 0)
        /// Latitude and longitude are numbers.
        public static let placesAsNumbers = Quirks(rawValue: 1 << 1)
        /// Widths and heights are strings.
        public static let sizesAsText = Quirks(rawValue: 1 << 2)
        /// Responses contain no URLs for sizes.
        public static let withoutAddresses = Quirks(rawValue: 1 << 3)
        /// Photos without a path alias have `""` instead of `null`.
        public static let emptyAlias = Quirks(rawValue: 1 << 4)
        /// The license is a number.
        public static let licenseAsNumber = Quirks(rawValue: 1 << 5)
        /// Every page starts with the previous page's last photo, and contains another photo twice.
        public static let repeatingPhotos = Quirks(rawValue: 1 << 6)
        /// Every response has its photos in a different order.
        public static let unstableOrder = Quirks(rawValue: 1 << 7)
        /// One record of each page is not an object.
        public static let brokenRecord = Quirks(rawValue: 1 << 8)
    }
}
