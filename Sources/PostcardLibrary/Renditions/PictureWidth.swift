/// The widths, in pixels, of versions for screens. The settings contain the other sizes.
package enum PictureWidth: Int, Sendable, CaseIterable {
    case w160 = 160
    case w320 = 320
    case w640 = 640
    case w1280 = 1280
    case w2560 = 2560

    /// The name of the width in URLs, and of its cache folder.
    package var name: String { "w\(rawValue)" }
}
