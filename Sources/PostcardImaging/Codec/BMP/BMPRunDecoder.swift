/// Run-length coded bitmaps of 4 and 8 bits. Pixels that no run covers have the first colour.
struct BMPRunDecoder {
    private let file: BMPFile

    init(_ file: BMPFile) {
        self.file = file
    }

    func reader(_ options: DecodingOptions) throws(ImageError) -> BufferReader {
        let size = file.header.storedSize
        let buffer = try PixelBuffer(size)
        buffer.pixels.update(repeating: file.palette[0], count: size.area)
        let isComplete = decode(into: buffer)
        let failure: ImageError? =
            isComplete
            ? nil : .truncated("The BMP file ends early, after \(file.bytes.count) bytes, inside of its pixels.")
        if let failure, !options.recover || file.bytes.count <= file.pixelOffset { throw failure }
        return BufferReader(buffer, layout: .opaque, readableRows: size.height, failure: failure)
    }

    /// Whether the end mark was reached.
    private func decode(into buffer: PixelBuffer) -> Bool {
        let bytes = file.bytes
        let size = buffer.size
        let isTight = file.bitCount == 4
        var offset = file.pixelOffset
        var x = 0
        var y = 0
        func put(_ index: Int) {
            let line = file.isTopDown ? y : size.height - 1 - y
            if x < size.width && y < size.height { buffer.row(line)[x] = file.palette[index] }
            x += 1
        }
        while let count = bytes.byte(at: offset), let value = bytes.byte(at: offset + 1) {
            offset += 2
            if count > 0 {
                for index in 0..<count { put(isTight ? index & 1 == 0 ? value >> 4 : value & 15 : value) }
                continue
            }
            switch value {
            case 0:
                x = 0
                y += 1
            case 1: return true
            case 2:
                guard let right = bytes.byte(at: offset), let up = bytes.byte(at: offset + 1) else { return false }
                x += right
                y += up
                offset += 2
            default:
                for index in 0..<value {
                    guard let byte = bytes.byte(at: offset + (isTight ? index / 2 : index)) else { return false }
                    put(isTight ? index & 1 == 0 ? byte >> 4 : byte & 15 : byte)
                }
                let length = isTight ? (value + 1) / 2 : value
                offset += length + length & 1
            }
        }
        return y >= size.height
    }
}
