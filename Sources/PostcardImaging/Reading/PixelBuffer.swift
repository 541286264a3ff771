import PlatformLibc

/// A whole picture of 32-bit pixels in contiguous rows, as most C libraries expect.
final class PixelBuffer {
    let size: PixelSize
    let pixels: UnsafeMutablePointer<Int32>
    private let memory: UnsafeMutableRawPointer

    /// `size` must have been checked against the limits.
    init(_ size: PixelSize) throws(ImageError) {
        guard let memory = calloc(size.area, 4) else {
            throw .outOfMemory("Not enough memory for a picture of \(size) pixels.")
        }
        self.size = size
        self.memory = memory
        pixels = memory.bindMemory(to: Int32.self, capacity: size.area)
    }

    /// Makes a buffer with the pixels of an image as `0xAARRGGBB`.
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

    /// Swaps the first and third bytes of each pixel.
    func swapRedAndBlue() { GDPixel.swapRedAndBlue(pixels, count: size.area) }

    /// Converts `0xAARRGGBB` with ordinary alpha to libgd pixels. Returns true if all pixels were opaque.
    func packAlpha() -> Bool {
        var all: Int32 = -1
        for index in 0..<size.area { all &= pixels[index] }
        GDPixel.packAlpha(pixels, count: size.area)
        return UInt32(bitPattern: all) >> 24 == 255
    }
}
