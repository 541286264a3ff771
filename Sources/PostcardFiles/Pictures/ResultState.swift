package import PostcardImaging

/// The state of a result before it is made.
package enum ResultState: Sendable, Equatable {
    /// The result is missing, or was made from another picture or in another way.
    case outdated
    /// The result exists, and making it again would not change it.
    case upToDate
    /// The result exists and was made from this version of a picture at a URL.
    case made(ofVersion: String)
    /// The result exists and is kept, regardless of what it was made from.
    case kept(PixelSize, ImageFormat, byteCount: Int)

    /// True if the result must be made, unless the picture still has a known version.
    var isOutdated: Bool {
        switch self {
        case .outdated, .made: true
        case .upToDate, .kept: false
        }
    }

    /// The version of the picture that the result was made from, if that version alone determines whether the result is up to date.
    var version: String? { if case .made(let version) = self { version } else { nil } }

    /// The existing result, if it was read.
    var existing: PictureReport.Result? {
        guard case .kept(let size, let format, let byteCount) = self else { return nil }
        return PictureReport.Result(size: size, format: format, byteCount: byteCount, bytes: nil, existed: true)
    }
}
