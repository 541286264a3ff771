import CCodecs

/// A conversion by Little CMS from a color space to sRGB.
final class ColorTransform {
    /// The color space of the source.
    enum Model { case rgb, gray, cmyk }

    let model: Model
    private let transform: OpaquePointer

    /// True if Little CMS is installed.
    static var isAvailable: Bool { postcard_color_is_available() }

    /// Reads an ICC profile (ISO 15076-1). `nil` if the profile is broken, would take too long to evaluate, or is of a kind that is not
    /// used for pictures.
    init?(profile: [UInt8]) {
        var found = postcard_color_model_other
        guard ICCProfile.isCheapToEvaluate(profile),
            let transform = postcard_color_transform_create(profile, profile.count, &found)
        else { return nil }
        self.transform = transform
        model =
            switch found {
            case postcard_color_model_gray: .gray
            case postcard_color_model_cmyk: .cmyk
            default: .rgb
            }
    }

    deinit { postcard_color_transform_destroy(transform) }

    /// True if the result differs from the source only by rounding, as for the sRGB profile.
    var isIdentity: Bool {
        guard model == .rgb else { return false }
        let levels: [Int32] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
        let probe = levels.flatMap { red in
            levels.flatMap { green in levels.map { red << 16 | green << 8 | $0 } }
        }
        var result = probe
        result.withUnsafeMutableBufferPointer { buffer in
            if let row = buffer.baseAddress { apply(to: row, count: buffer.count) }
        }
        return zip(probe, result).allSatisfy { before, after in
            [0, 8, 16].allSatisfy { (shift: Int32) in abs((before >> shift & 255) - (after >> shift & 255)) <= 1 }
        }
    }

    /// Converts RGB or inverted CMYK pixels in place. The fourth byte stays unchanged.
    func apply(to row: UnsafeMutablePointer<Int32>, count: Int) {
        postcard_color_transform_apply(transform, row, row, count)
    }

    /// Returns the opaque libgd pixels of the 256 gray levels.
    func grayTable() -> [Int32] {
        let levels = (0...255).map { UInt8($0) }
        var table = [Int32](repeating: 0, count: 256)
        postcard_color_transform_apply(transform, levels, &table, 256)
        return table
    }
}
