import CGD

/// A picture in memory: a value backed by a libgd truecolor image. A shared image is copied before it is changed.
///
/// Pixels are sRGB with straight alpha, which libgd stores in seven bits. Rows run from top to bottom.
///
/// ```swift
/// var card = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(600))))
/// card = try card.edited([.crop(PixelRect(x: 0, y: 0, width: 300, height: 200)), .sharpen(amount: 0.3)])
/// let stamp = try Image(size: .square(40), fill: Color(red: 255, green: 214, blue: 10))
/// try card.draw(stamp, x: 8, y: 8, opacity: 0.5)
/// let file = try card.encoded(as: .png)
/// ```
public struct Image: Sendable {
    /// Owns the libgd image.
    ///
    /// `Sendable` is unchecked, because only `Image` changes the pixels, after a uniqueness check. // why: value semantics outside
    final class Storage: @unchecked Sendable {
        let gd: gdImagePtr

        /// A truecolor image made by libgd.
        private nonisolated(unsafe) static let model = gdImageCreateTrueColor(1, 1)  // why: nothing changes it

        /// Makes a libgd image in one block of memory: the structure, the row pointers and the rows. A large block is returned to the
        /// system when it is released, and its pages cost nothing until they are used.
        init(size: PixelSize) throws(ImageError) {
            let rows = MemoryLayout<gdImage>.stride
            let pixels = rows &+ size.height &* MemoryLayout<UnsafeMutablePointer<Int32>>.stride
            guard let model = Self.model, size.width > 0, size.height > 0, size.area < 1 << 48,
                let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
                let block = calloc(1, pixels + size.area * MemoryLayout<Int32>.stride)
            else {
                throw .outOfMemory("Not enough memory for a picture of \(size) pixels.")
            }
            gd = block.initializeMemory(as: gdImage.self, to: model.pointee)
            (gd.pointee.sx, gd.pointee.sy) = (width, height)
            (gd.pointee.cx2, gd.pointee.cy2) = (width - 1, height - 1)
            gd.pointee.tpixels = (block + rows).bindMemory(to: UnsafeMutablePointer<Int32>?.self, capacity: size.height)
            let first = (block + pixels).bindMemory(to: Int32.self, capacity: size.area)
            for y in 0..<size.height { gd.pointee.tpixels[y] = first + y * size.width }
        }

        deinit {
            // libgd's drawing functions allocate this memory.
            free(gd.pointee.polyInts)
            free(gd.pointee.style)
            free(gd)
        }
    }

    private(set) var storage: Storage

    /// The width and height in pixels, at least 1 each.
    public let size: PixelSize

    /// True if every pixel is known to be opaque. False for a picture that was decoded with an alpha channel, even if all of its pixels are
    /// opaque.
    public internal(set) var isOpaque: Bool

    /// Makes a picture of one color.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` if there is not enough memory, or if a side is not between 1 and `Int32.max`.
    public init(size: PixelSize, fill color: Color = .clear) throws(ImageError) {
        try self.init(uninitialized: size)
        isOpaque = color.alpha == 255
        let pixel = GDPixel.pack(color)
        if pixel != 0 {
            try withMutableRows { rows in
                for y in 0..<size.height { rows[y].update(repeating: pixel, count: size.width) }
            }
        }
    }

    /// Makes an opaque black picture, for decoders that fill every pixel.
    init(uninitialized size: PixelSize) throws(ImageError) {
        storage = try Storage(size: size)
        self.size = size
        isOpaque = true
    }

    /// The color of one pixel. Positions outside the image stop the program, like an array index out of range.
    public subscript(x: Int, y: Int) -> Color {
        precondition(size.contains(x, y), "no pixel at \(x), \(y) in \(size)")
        return withRows { GDPixel.color($0[y][x]) }
    }

    /// Sets the color of one pixel. Positions outside the image stop the program, like an array index out of range.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` if the image is shared and can't be copied.
    public mutating func setColor(_ color: Color, x: Int, y: Int) throws(ImageError) {
        precondition(size.contains(x, y), "no pixel at \(x), \(y) in \(size)")
        try withMutableRows { $0[y][x] = GDPixel.pack(color) }
        if color.alpha != 255 { isOpaque = false }
    }
}

extension Image {
    /// The rows of a picture from top to bottom, as libgd pixels (`GDPixel`). The rows are valid only in the closure they are passed to.
    package struct Rows {
        /// The row pointers in the form that C functions take.
        let pointers: UnsafePointer<UnsafeMutablePointer<Int32>>

        fileprivate init(_ gd: gdImagePtr) {
            // A truecolor image always has rows, which are allocated with it.
            pointers = UnsafeRawPointer(gd.pointee.tpixels).assumingMemoryBound(to: UnsafeMutablePointer<Int32>.self)
        }

        /// The pixels of one row.
        package subscript(y: Int) -> UnsafeMutablePointer<Int32> { pointers[y] }
    }

    /// Reads the rows in place.
    package func withRows<Result: ~Copyable, Failure: Error>(
        _ body: (Rows) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(storage) { () throws(Failure) in try body(Rows(storage.gd)) }
    }

    /// Returns a picture of `size`, opaque if this picture is opaque. `draw` computes the new picture's rows from this picture's rows.
    /// `cost` is the cost per row, in pixels.
    @inline(__always)
    func redrawn(
        as size: PixelSize, cost: Int? = nil,
        _ draw: (_ y: Int, _ source: Rows, _ row: UnsafeMutablePointer<Int32>) -> Void
    ) throws(ImageError) -> Image {
        var result = try Image(uninitialized: size)
        try withRows { (source) throws(ImageError) in
            try result.withMutableRows { (target) throws(ImageError) in
                for y in 0..<size.height {
                    try ImageWork.checkpoint(row: y, width: cost ?? size.width)
                    draw(y, source, target[y])
                }
            }
        }
        result.isOpaque = isOpaque
        return result
    }

    /// Changes the rows in place. A shared image is copied first.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` if the image can't be copied; any error that `body` throws.
    package mutating func withMutableRows<Result: ~Copyable>(
        _ body: (Rows) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        try makeUnique()
        return try withExtendedLifetime(storage) { () throws(ImageError) in try body(Rows(storage.gd)) }
    }

    /// Calls libgd functions that draw on the image. A shared image is copied first. The functions must not destroy the image.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` if the image can't be copied; any error that `body` throws.
    mutating func withGD(_ body: (gdImagePtr) throws(ImageError) -> Void) throws(ImageError) {
        try makeUnique()
        try body(storage.gd)
    }

    private mutating func makeUnique() throws(ImageError) {
        guard !isKnownUniquelyReferenced(&storage) else { return }
        let copy = try Storage(size: size)
        let source = Rows(storage.gd)
        let target = Rows(copy.gd)
        for y in 0..<size.height { target[y].update(from: source[y], count: size.width) }
        storage = copy
    }
}
