import PostcardImaging

/// The look of a part of a caption, where it differs from the caption's own.
struct TextLook: Hashable, Sendable {
    var isBold = false
    var isSlanted = false
    /// The colour of the letters; `nil` for the caption's.
    var color: Color?
}
