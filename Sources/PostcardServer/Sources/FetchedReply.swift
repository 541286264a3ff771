/// The response from a picture's origin.
enum FetchedReply: Sendable {
    case picture([UInt8], OriginTerms)
    /// The first bytes of a picture of `size` bytes.
    case start([UInt8], size: Int, OriginTerms)
    /// The cached version is still current.
    case unchanged(OriginTerms)

    /// The number of bytes to fetch from the start, enough to recognize the format.
    static let startBytes = 64

    /// The number of received bytes.
    var byteCount: Int {
        switch self {
        case .picture(let bytes, _), .start(let bytes, _, _): bytes.count
        case .unchanged: 0
        }
    }
}
