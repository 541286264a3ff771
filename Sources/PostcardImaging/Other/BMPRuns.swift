/// The pixels of a run-length coded bitmap of 4 or 8 bits, decoded as a whole. Those that no run covers have the first colour.
struct BMPRuns {
    private let file: BMPFile
    private let buffer: PixelBuffer
    private var offset: Int
    private var x = 0
    /// The stored row, which counts from the bottom unless the bitmap is upside down.
    private var y = 0

    /// `recovers` tells whether the part of a file that ends early is of use.
    static func reader(of file: BMPFile, recovers: Bool) throws(ImageError) -> BufferReader {
        var runs = try BMPRuns(file)
        var failure: ImageError?
        if try !runs.decode() {
            let error = ImageError.truncated(
                "The BMP file ends early, after \(file.bytes.count) bytes, inside of its pixels.")
            guard recovers, file.bytes.count > file.pixelOffset else { throw error }
            failure = error
        }
        return BufferReader(
            runs.buffer, layout: .opaque, readableRows: file.header.storedSize.height, failure: failure)
    }

    private init(_ file: BMPFile) throws(ImageError) {
        self.file = file
        buffer = try PixelBuffer(file.header.storedSize)
        offset = file.pixelOffset
        buffer.pixels.update(repeating: file.palette[0], count: buffer.size.area)
    }

    /// `false` when the file ends within its runs.
    private mutating func decode() throws(ImageError) -> Bool {
        var row = -1
        while y < buffer.size.height {
            if row != y { try ImageWork.checkpoint(row: y, width: buffer.size.width) }
            row = y
            guard let count = file.bytes.byte(at: offset), let value = file.bytes.byte(at: offset + 1) else {
                return false
            }
            offset += 2
            switch (count, value) {
            case (0, 0): (x, y) = (0, y + 1)
            case (0, 1): return true
            case (0, 2):
                guard let right = file.bytes.byte(at: offset), let up = file.bytes.byte(at: offset + 1) else {
                    return false
                }
                offset += 2
                (x, y) = (x + right, y + up)
            case (0, _): guard putPlain(value) else { return false }
            default: for index in 0..<count { put(value, index) }
            }
        }
        return true
    }

    /// Puts `count` numbers as they are; `false` when the file ends before.
    private mutating func putPlain(_ count: Int) -> Bool {
        let start = offset
        for index in 0..<count {
            guard let byte = file.bytes.byte(at: start + (file.bitCount == 4 ? index / 2 : index)) else { return false }
            put(byte, index)
        }
        let length = file.bitCount == 4 ? (count + 1) / 2 : count
        offset += length + length & 1
        return true
    }

    /// Puts a pixel: one of two in a byte where there are 4 bits, the upper ones first.
    private mutating func put(_ byte: Int, _ index: Int) {
        let number = file.bitCount == 8 ? byte : index & 1 == 0 ? byte >> 4 : byte & 15
        let line = file.isTopDown ? y : buffer.size.height - 1 - y
        if x < buffer.size.width { buffer.row(line)[x] = file.palette[number] }
        x += 1
    }
}
