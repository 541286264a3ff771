extension Caption {
    /// Where lines stand in a box from left to right.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, Codable {
        /// At the left edge.
        case left
        /// In the middle.
        case center
        /// At the right edge.
        case right
    }

    /// Where lines stand in a box from top to bottom.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, Codable {
        /// At the top edge.
        case top
        /// In the middle.
        case middle
        /// At the bottom edge.
        case bottom
    }
}
