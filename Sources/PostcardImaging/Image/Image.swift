import CGD
import CPostcardShims

/// A picture in memory: a value over a libgd truecolor image, copied only when a shared one is changed.
///
/// Pixels are sRGB with straight alpha, of which libgd keeps seven bits. Rows run from top to bottom.
public struct Image: Sendable {
    /// Owns the libgd image.
    ///
    /// Unchecked: it is changed only through `Image`, after `isKnownUniquelyReferenced`. // why: value semantics outside
    final class Storage: @unchecked Sendable {
        let gd: gdImagePtr

        init(size: PixelSize) throws(ImageError) {
            guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
                let memory = postcard_gd_image_create(width, height)
            else {
                throw .outOfMemory("There is not enough memory for a picture of \(size) pixels.")
            }
            gd = memory.assumingMemoryBound(to: gdImage.self)
        }

        deinit { postcard_gd_image_destroy(gd) }
    }

    private(set) var storage: Storage

    /// Width and height in pixels, at least 1 each.
    public let size: PixelSize

    /// `true` if every pixel is known to be opaque. A picture that was decoded with an alpha channel is not, even when that
    /// channel is full.
    public internal(set) var isOpaque: Bool

    /// Makes a picture of one colour.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` when memory is short or a side is not in 1…`Int32.max`.
    public init(size: PixelSize, fill color: Color = .clear) throws(ImageError) {
        try self.init(uninitialized: size)
        isOpaque = color.alpha == 255
        let pixel = GDPixel.pack(color)
        if pixel != 0 {
            withMutableRows { rows in
                for y in 0..<size.height { rows[y].update(repeating: pixel, count: size.width) }
            }
        }
    }

    /// Opaque black, for decoders that fill every pixel.
    init(uninitialized size: PixelSize) throws(ImageError) {
        storage = try Storage(size: size)
        self.size = size
        isOpaque = true
    }

    /// The colour of one pixel. Positions outside of the picture stop the program, as an array's index does.
    public subscript(x: Int, y: Int) -> Color {
        get {
            precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "no pixel at \(x), \(y) in \(size)")
            return withRows { GDPixel.color($0[y][x]) }
        }
        set {
            precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "no pixel at \(x), \(y) in \(size)")
            if newValue.alpha != 255 { isOpaque = false }
            withMutableRows { $0[y][x] = GDPixel.pack(newValue) }
        }
    }
}

extension Image {
    /// Rows of libgd pixels (`GDPixel`), valid only inside `body`.
    package typealias Rows = UnsafePointer<UnsafeMutablePointer<Int32>>

    /// Reads the rows in place.
    package func withRows<Result: ~Copyable, Failure: Error>(
        _ body: (Rows) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(storage) { () throws(Failure) in try body(Image.rows(of: storage.gd)) }
    }

    /// Changes the rows in place, after making them this picture's own.
    package mutating func withMutableRows<Result: ~Copyable, Failure: Error>(
        _ body: (Rows) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        makeUnique()
        return try withExtendedLifetime(storage) { () throws(Failure) in try body(Image.rows(of: storage.gd)) }
    }

    mutating func makeUnique() {
        guard !isKnownUniquelyReferenced(&storage) else { return }
        guard let copy = try? Storage(size: size) else {
            fatalError("not enough memory to copy a picture of \(size)")  // why: as for Array, a copy cannot report it
        }
        let source = Image.rows(of: storage.gd)
        let target = Image.rows(of: copy.gd)
        for y in 0..<size.height { target[y].update(from: source[y], count: size.width) }
        storage = copy
    }

    private static func rows(of gd: gdImagePtr) -> Rows {
        // A truecolor image always has rows, made with the image.
        UnsafeRawPointer(gd.pointee.tpixels).assumingMemoryBound(to: UnsafeMutablePointer<Int32>.self)
    }
}
