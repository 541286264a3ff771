/// Combines the frames of an animation into an animated PNG for other programs. Each frame is complete.
package enum APNGWriter {
    /// Returns a file in which the animation plays once, on `background`, or with transparency if `background` is `nil`. Delays of 10 ms or
    /// less become 100 ms, as in browsers.
    ///
    /// - Throws: `ImageError` if a frame can't be decoded or encoded, or with code `interrupted` within `ImageWork`.
    package static func bytes(of animation: AnimatedImage, onto background: Color?) throws(ImageError) -> [UInt8] {
        var file = PNGChunk.signature
        var frames = try animation.frames()
        var number = 0
        func numbered(_ content: some Sequence<UInt8>) -> [UInt8] {
            defer { number += 1 }
            return [UInt8](bigEndian: number, count: 4) + content
        }
        var isFirst = true
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            let image = try background.map(frame.image.flattened(onto:)) ?? frame.image
            let png = try PNGWriter.bytes(of: image, exif: [], hasAlpha: background == nil)
            let chunks = PNGChunk.all(in: png)?.chunks ?? []
            if isFirst {
                for chunk in chunks where chunk.name == "IHDR" { file += chunk.whole }
                file.append(
                    chunk: "acTL", [animation.frameCount, 1].flatMap { [UInt8](bigEndian: $0, count: 4) })
            }
            let delay = min(frame.delay <= 10 ? 100 : frame.delay, 0xFFFF)
            // The frame is at the top left corner, has a delay in milliseconds, and replaces the canvas.
            let control = [frame.image.size.width, frame.image.size.height, 0, 0, delay << 16 | 1_000]
            file.append(chunk: "fcTL", numbered(control.flatMap { [UInt8](bigEndian: $0, count: 4) } + [0, 0]))
            for chunk in chunks where chunk.name == "IDAT" {
                if isFirst { file += chunk.whole } else { file.append(chunk: "fdAT", numbered(chunk.content)) }
            }
            isFirst = false
        }
        file.append(chunk: "IEND", [])
        return file
    }
}
