/// The decoding of TIFF, HEIC, AVIF and JPEG XL files in a separate process for each picture, with limits that the kernel enforces.
///
/// The libraries of these formats do not enforce limits. With isolation, an error in a library, or a file that makes a library use too much
/// memory or time, affects only one picture. Without isolation, which is the default, the libraries decode in this process.
///
/// This module doesn't start processes. `Isolation.prepare()` in PostcardIsolation makes a program's `Isolation`, which the program passes
/// on in its ``DecodingLimits``. Two values are equal if one is a copy of the other.
public struct Isolation: Hashable, Sendable {
    /// Decodes a file in another process with ``IsolatedDecoding/decode(_:into:)``, and returns the report and the pixels. There are no
    /// pixels after an error.
    ///
    /// - Throws: `ImageError` if the other process crashes, exceeds its time limit or can't be started, or if the work is canceled.
    package typealias Run =
        @Sendable (
            _ bytes: UnsafeRawBufferPointer, _ request: IsolatedDecoding
        ) throws(ImageError) -> (report: [UInt8], pixels: SharedPixels?)

    /// A function that is compared by identity.
    private final class Decoder: Hashable, Sendable {
        let run: Run

        init(_ run: @escaping Run) { self.run = run }

        static func == (first: Decoder, second: Decoder) -> Bool { first === second }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private let decoder: Decoder

    var run: Run { decoder.run }

    package init(_ run: @escaping Run) { decoder = Decoder(run) }

    /// True if files in a format are decoded in a separate process.
    package static func applies(to format: ImageFormat) -> Bool {
        switch format {
        case .tiff, .heic, .avif, .jxl: true
        default: false
        }
    }
}
