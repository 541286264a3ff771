import PlatformLibc

/// A whole picture of 32-bit pixels in rows that touch each other, as most C libraries want to fill it.
final class PixelBuffer {
    let size: PixelSize
    let pixels: UnsafeMutablePointer<Int32>
    private let memory: UnsafeMutableRawPointer

    /// `size` is checked against the limits.
    init(_ size: PixelSize) throws(ImageError) {
        guard let memory = calloc(size.area, 4) else {
            throw .outOfMemory("There is not enough memory for a picture of \(size) pixels.")
        }
        self.size = size
        self.memory = memory
        pixels = memory.bindMemory(to: Int32.self, capacity: size.area)
    }

    /// The pixels of an image as `0xAARRGGBB`.
    convenience init(_ image: Image) throws(ImageError) {
        try self.init(image.size)
        image.withRows { rows in
            for y in 0..<size.height { GDPixel.unpackAlpha(rows[y], to: row(y), count: size.width) }
        }
    }

    deinit { free(memory) }

    var bytes: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(pixels).asBytes
    }

    func row(_ y: Int) -> UnsafeMutablePointer<Int32> { pixels + y * size.width }

    /// Exchanges the first and third byte of each pixel.
    func swapRedAndBlue() { GDPixel.swapRedAndBlue(pixels, count: size.area) }

    /// Turns `0xAARRGGBB` with ordinary alpha into libgd's form; tells whether all of it was opaque.
    func packAlpha() -> Bool {
        var all: Int32 = -1
        for index in 0..<size.area { all &= pixels[index] }
        GDPixel.packAlpha(pixels, count: size.area)
        return UInt32(bitPattern: all) >> 24 == 255
    }
}
