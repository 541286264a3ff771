import PostcardCore

@testable import PostcardImaging

/// An animated WebP or PNG file, composed of frames that are separate pictures.
struct MovingFile {
    struct Frame {
        var rows: [String]
        var x = 0
        var y = 0
        /// The delay in milliseconds.
        var delay = 100
        var blends = true
        /// The disposal, numbered as in WebP and PNG: 0 to keep, 1 to clear, and in PNG 2 to restore.
        var disposal = 0
    }

    var size: PixelSize
    var plays = 0
    var frames: [Frame]
    /// True for a PNG whose first picture is not a frame.
    var hasPicture = false
    /// The denominator of each frame's delay in seconds, in a PNG.
    var second = 1_000

    func webp() throws -> [UInt8] {
        var body = Array("VP8X".utf8) + Self.little(10, 4) + Self.little(0x12, 4)
        body += Self.little(size.width - 1, 3) + Self.little(size.height - 1, 3)
        body += Array("ANIM".utf8) + Self.little(6, 4) + [255, 255, 255, 255] + Self.little(plays, 2)
        for frame in frames {
            let image = try TextCanvas.image(frame.rows)
            let file = try image.encoded(as: .webp(quality: nil))
            let chunks = file.dropFirst(file[12..<16].elementsEqual("VP8X".utf8) ? 30 : 12)
            body += Array("ANMF".utf8) + Self.little(16 + chunks.count, 4)
            for number in [frame.x / 2, frame.y / 2, image.size.width - 1, image.size.height - 1, frame.delay] {
                body += Self.little(number, 3)
            }
            body += [UInt8(frame.disposal & 1 | (frame.blends ? 0 : 2))] + chunks
        }
        return Array("RIFF".utf8) + Self.little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    func png() throws -> [UInt8] {
        let pictures = try frames.map { try Self.chunks(of: TextCanvas.image($0.rows).encoded(as: .png)) }
        let screen = try Self.chunks(of: Image(size: size, fill: .clear).encoded(as: .png))
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for chunk in screen where chunk.name == "IHDR" { file += Self.chunk("IHDR", chunk.data) }
        file += Self.chunk("acTL", Self.number(frames.count) + Self.number(plays))
        if hasPicture { for chunk in screen where chunk.name == "IDAT" { file += Self.chunk("IDAT", chunk.data) } }
        var sequence = 0
        for (index, frame) in frames.enumerated() {
            var control = Self.number(sequence)
            for number in [frame.rows[0].count, frame.rows.count, frame.x, frame.y] { control += Self.number(number) }
            control += Self.number(frame.delay).suffix(2) + Self.number(second).suffix(2)
            file += Self.chunk("fcTL", control + [UInt8(frame.disposal), frame.blends ? 1 : 0])
            sequence += 1
            for chunk in pictures[index] where chunk.name == "IDAT" {
                if index == 0, !hasPicture {
                    file += Self.chunk("IDAT", chunk.data)
                } else {
                    file += Self.chunk("fdAT", Self.number(sequence) + chunk.data)
                    sequence += 1
                }
            }
        }
        return file + Self.chunk("IEND", [])
    }

    private static func chunks(of png: [UInt8]) -> [(name: String, data: [UInt8])] {
        var chunks: [(name: String, data: [UInt8])] = []
        var offset = 8
        while offset + 8 <= png.count {
            let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append((name, Array(png[offset + 8..<offset + 8 + length])))
            offset += 12 + length
        }
        return chunks
    }

    static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return number(data.count) + body + number(Int(body.withUnsafeBytes { CRC32.checksum(of: $0) }))
    }
}
