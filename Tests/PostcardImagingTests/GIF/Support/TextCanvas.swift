@testable import PostcardImaging

/// Pictures of a few colors as text: a letter for each pixel, a line for each row.
enum TextCanvas {
    private static let letters: [Int32: Character] = [
        0x000000: "k", 0xFF0000: "r", 0x00FF00: "g", 0x0000FF: "b", 0xFFFFFF: "w", 127 << 24: ".",
    ]

    static func text(_ image: Image) -> [String] {
        pixels(image).map { row in String(row.map { letters[$0] ?? "?" }) }
    }

    /// Returns the texts of all frames.
    static func texts(_ bytes: [UInt8], recovers: Bool = false) throws -> [[String]] {
        try frames(bytes, recovers: recovers).map { text($0.image) }
    }

    static func frames(_ bytes: [UInt8], recovers: Bool = false) throws -> [AnimatedImage.Frame] {
        var frames = try AnimatedImage(decoding: bytes, options: DecodingOptions(toleratesDamage: recovers)).frames()
        var result: [AnimatedImage.Frame] = []
        while let frame = try frames.next() { result.append(frame) }
        return result
    }

    /// Returns libgd pixels by row.
    static func pixels(_ image: Image) -> [[Int32]] {
        image.withRows { rows in
            (0..<image.size.height).map { Array(UnsafeBufferPointer(start: rows[$0], count: image.size.width)) }
        }
    }

    /// The reverse of `text`.
    static func image(_ rows: [String]) throws -> Image {
        let size = PixelSize(width: rows.first?.count ?? 0, height: rows.count)
        return try image(size) { x, y in
            let letter = Array(rows[y])[x]
            return letters.first { $0.value == letter }?.key ?? 0
        }
    }

    /// Makes a picture from libgd pixels.
    static func image(_ size: PixelSize, _ pixel: (_ x: Int, _ y: Int) -> Int32) throws -> Image {
        var image = try Image(size: size, fill: .clear)
        try image.withMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width { rows[y][x] = pixel(x, y) }
            }
        }
        return image
    }

    static func encoded(_ images: [Image], delay: Int = 40, loopCount: Int? = 0) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: images[0].size, loopCount: loopCount)
        for image in images { try encoder.append(image, delay: delay) }
        return try encoder.finish()
    }
}
