/// The answer of a server that was asked for a picture.
enum FetchedReply: Sendable {
    case picture([UInt8], OriginTerms)
    /// The first bytes of a picture of `size` bytes.
    case start([UInt8], size: Int, OriginTerms)
    /// The version that is known is still the one that is there.
    case unchanged(OriginTerms)

    /// The number of bytes that are asked for where the beginning of a picture is enough: its format and its size are known then.
    static let startBytes = 64

    /// The bytes that came.
    var byteCount: Int {
        switch self {
        case .picture(let bytes, _), .start(let bytes, _, _): bytes.count
        case .unchanged: 0
        }
    }
}
