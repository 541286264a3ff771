import PostcardImaging

/// The look of a part of a caption where it differs from the caption's own look.
struct TextLook: Hashable, Sendable {
    var isBold = false
    var isSlanted = false
    /// The color of the text; `nil` for the caption's color.
    var color: Color?
}
