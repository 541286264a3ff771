import PostcardPhotos

/// A section of a share: an album, a place in a journal, or items given by id.
struct SharedSection: Sendable {
    /// Text with its pictures; the text or the pictures may be missing.
    struct Block: Sendable {
        var date: WallTime?
        var text = ""
        var items: [SharedItem] = []
    }

    var title = ""
    /// The number of a place in its journal, or of an album in the share, from 1; `nil` for a section without a place.
    var number: Int?
    var date: WallTime?
    /// The dates of a journal place that were set by the user or taken from photos; `nil` for other sections.
    var knownDates: [WallTime]?
    var coordinate: Coordinate?
    /// True if the coordinate was taken from a photo.
    var isFromPhoto = false
    /// The notice that a source's terms require; `nil` if there is none.
    var notice: String?
    var blocks: [Block] = []

    var items: [SharedItem] { blocks.flatMap(\.items) }
}
