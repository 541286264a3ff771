internal import PostcardImaging

extension MaskLayers {
    /// Everything that letters, outlines and coloured glyphs cover.
    var silhouette: Mask {
        var mask = outline ?? fill
        if let colors {
            for index in colors.indices { mask.coverage[index] = max(mask.coverage[index], UInt8(colors[index] >> 24)) }
        }
        return mask
    }
}

extension Mask {
    func moved(dx: Int, dy: Int) -> Mask {
        var moved = self
        moved.x += dx
        moved.y += dy
        return moved
    }
}
