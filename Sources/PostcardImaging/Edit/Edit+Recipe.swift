extension Edit {
    /// A text that is the same for equal edits only, to tell whether a result was made by the same ones.
    package var recipe: String {
        guard case .watermark(let mark) = kind else { return "\(kind)" }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        mark.image.withRows { rows in
            for y in 0..<mark.image.size.height {
                for x in 0..<mark.image.size.width {
                    hash = (hash ^ UInt64(UInt32(bitPattern: rows[y][x]))) &* 0x0000_0100_0000_01B3
                }
            }
        }
        return "watermark(\(mark.image.size) \(hash) \(mark.x) \(mark.y) \(mark.margin) \(mark.share) \(mark.opacity))"
    }
}
