extension Resize {
    /// How a picture is brought into a box of another shape.
    public struct Fit: Hashable, Sendable {
        enum Kind: Hashable { case inside, exact, cover(Focus), pad(Color), scaled(Double) }
        let kind: Kind

        /// The whole picture, as large as it fits; one side may be shorter than the box.
        public static let inside = Fit(kind: .inside)
        /// Exactly the box, whatever that does to the picture's shape.
        public static let exact = Fit(kind: .exact)
        /// The box filled to its edges; what stands over is cut off at the centre's two sides.
        public static let cover = cover(.center)

        /// The box filled to its edges; what stands over is cut off so that `focus` stays in sight.
        public static func cover(_ focus: Focus) -> Fit { Fit(kind: .cover(focus)) }

        /// The whole picture in the middle of the box, with `color` around it.
        public static func pad(_ color: Color) -> Fit { Fit(kind: .pad(color)) }
    }
}
