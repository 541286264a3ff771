/// A block of lettering ready to be laid on pictures, as often as wanted: fill, outline and coloured pixels over one
/// rectangle.
///
/// The three are blended in one step as shapes that lie side by side, not on top of each other: the outline counts only where
/// fill and colours leave a pixel uncovered. So a half transparent fill shows the picture and not its own outline, and no
/// light seam appears where two antialiased edges meet.
package struct MaskLayers: Sendable, Equatable {
    /// The shape in the fill colour.
    package var fill: Mask
    /// The widened shape, with the inner one; the same rectangle as `fill`.
    package var outline: Mask?
    /// Premultiplied `0xAARRGGBB`, over the same rectangle.
    package var colors: [UInt32]?
    /// The colour of the fill.
    package var fillColor: Color
    /// The colour of the outline.
    package var outlineColor: Color
    /// Opacity of everything, 0 to 255.
    package var opacity: UInt8

    /// Makes a block; `outline` and `colors` must cover the rectangle of `fill`.
    package init(
        fill: Mask, fillColor: Color, outline: Mask? = nil, outlineColor: Color = .clear, colors: [UInt32]? = nil,
        opacity: UInt8 = 255
    ) {
        precondition(outline.map { $0.coverage.count == fill.coverage.count } ?? true, "outline of another size")
        precondition(colors.map { $0.count == fill.coverage.count } ?? true, "colours of another size")
        self.fill = fill
        self.fillColor = fillColor
        self.outline = outline
        self.outlineColor = outlineColor
        self.colors = colors
        self.opacity = opacity
    }
}
