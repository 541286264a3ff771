/// Work on pictures that can be stopped while it is under way.
///
/// ```swift
/// let small = try ImageWork.run(while: { !isCancelled.load(ordering: .relaxed) }) {
///     try Image(decoding: bytes).blurred(sigma: 20)
/// }
/// ```
///
/// Decoding, resizing, turning by any angle, blurring, sharpening, a ``PixelFilter`` and writing JPEG, PNG and WebP ask after each
/// strip of at most 262,144 pixels, or of one row. Writing AVIF, or a frame of a GIF, is one step.
public enum ImageWork {
    @TaskLocal private static var isWanted: (@Sendable () -> Bool)?

    /// Pixels of a strip.
    private static let strip = 1 << 18

    /// Runs `body`, whose work on pictures ends with an `ImageError` of code `interrupted` soon after `isWanted` is false.
    ///
    /// - Parameters:
    ///   - isWanted: whether the work is to go on; called on the thread of `body`.
    ///   - body: the work, all on the thread that calls.
    /// - Throws: what `body` throws.
    public static func run<Result>(
        while isWanted: @escaping @Sendable () -> Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        try $isWanted.withValue(isWanted, operation: body)
    }

    /// Whether the work is to be ended.
    static var isStopped: Bool { !(isWanted?() ?? true) }

    static let interruption = ImageError(.interrupted, "The work on the picture was stopped before it was done.")

    /// Asks before the first row of each strip.
    static func check(row: Int, width: Int) throws(ImageError) {
        if row % max(1, strip / max(1, width)) == 0, isStopped { throw interruption }
    }
}

/// Asks from C before a row.
let continuesWork: @convention(c) (Int32, Int32) -> Bool = { row, width in
    (try? ImageWork.check(row: Int(row), width: Int(width))) != nil
}
