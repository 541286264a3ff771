package import PostcardImaging

/// The state of a result before it is made.
package enum ResultState: Sendable, Equatable {
    /// It is missing, or was made of another picture or in another way.
    case outdated
    /// It exists as it would be made.
    case upToDate
    /// It exists as it would be made of this version of a picture at an address.
    case made(ofVersion: String)
    /// It exists, and is kept whatever it was made of.
    case kept(PixelSize, ImageFormat, byteCount: Int)

    /// True if the result must be made, unless the picture still has a known version.
    var isOutdated: Bool {
        switch self {
        case .outdated, .made: true
        case .upToDate, .kept: false
        }
    }

    /// The version of the picture that the result is made of, if it depends on that alone whether it is up to date.
    var version: String? { if case .made(let version) = self { version } else { nil } }

    /// The existing result, if it was read.
    var existing: PictureReport.Result? {
        guard case .kept(let size, let format, let byteCount) = self else { return nil }
        return PictureReport.Result(size: size, format: format, byteCount: byteCount, bytes: nil, existed: true)
    }
}
