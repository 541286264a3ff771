/// The widths in which pictures are shown on screens, beside the versions that the library's settings have.
package enum PictureWidth: Int, Sendable, CaseIterable {
    case w160 = 160
    case w320 = 320
    case w640 = 640
    case w1280 = 1280
    case w2560 = 2560

    /// Reads `w640`.
    package init?(_ name: String) {
        guard let width = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = width
    }

    /// The name in addresses and of the folder in the cache.
    package var name: String { "w\(rawValue)" }
}
