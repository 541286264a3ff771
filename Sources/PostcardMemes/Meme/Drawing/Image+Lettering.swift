public import PostcardImaging

extension Image {
    /// Letters a caption on the picture.
    ///
    /// - Returns: where the glyphs stand, and what did not fit or has no font.
    /// - Throws: `MemeError`.
    @discardableResult
    public mutating func draw(_ caption: Caption, fonts: FontLibrary = .shared) throws(MemeError) -> CaptionReport {
        let lettering = try caption.lettering(on: size, fonts: fonts)
        draw(lettering)
        return lettering.report
    }

    /// Lays a caption on the picture that was drawn before.
    public mutating func draw(_ lettering: CaptionLettering) {
        for layers in lettering.layers { blend(layers) }
    }
}

extension Caption {
    /// Draws the caption for pictures of `size`, for laying it on several.
    ///
    /// - Throws: `MemeError`.
    public func lettering(on size: PixelSize, fonts: FontLibrary = .shared) throws(MemeError) -> CaptionLettering {
        try CaptionRenderer(self, on: size, fonts: fonts).lettering()
    }

    /// Where the glyphs would stand on pictures of `size`, without drawing them.
    ///
    /// - Throws: `MemeError`.
    public func layout(on size: PixelSize, fonts: FontLibrary = .shared) throws(MemeError) -> TextLayout {
        try CaptionRenderer(self, on: size, fonts: fonts).layout()
    }
}
