import PostcardCore

/// The weights of source pixels in a resized picture. Distances are in pixels of the smaller of the two pictures.
public enum ResampleFilter: String, Sendable, CaseIterable {
    /// Sinc windowed by sinc over three lobes: the sharpest filter, and the default.
    case lanczos3
    /// Sinc windowed by sinc over two lobes.
    case lanczos2
    /// The cubic with B = 0, C = ½ from Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", 1988.
    case catmullRom = "catmull-rom"
    /// The cubic with B = C = ⅓ from the same paper: softer, with little ringing.
    case mitchell
    /// Linear interpolation.
    case triangle
    /// The average of the covered area.
    case box

    /// The distance beyond which the weight is 0.
    var support: Double {
        switch self {
        case .box: 0.5
        case .triangle: 1
        case .catmullRom, .mitchell, .lanczos2: 2
        case .lanczos3: 3
        }
    }

    /// True if the filter has negative weights, which keep as much detail as the result can show.
    var keepsDetail: Bool { self != .box && self != .triangle }

    func weight(at position: Double) -> Double {
        let x = abs(position)
        return switch self {
        case .box: position >= -0.5 && position < 0.5 ? 1 : 0
        case .triangle: max(0, 1 - x)
        case .catmullRom: ResampleFilter.cubic(x, b: 0, c: 0.5)
        case .mitchell: ResampleFilter.cubic(x, b: 1.0 / 3, c: 1.0 / 3)
        case .lanczos2: ResampleFilter.lanczos(x, lobes: 2)
        case .lanczos3: ResampleFilter.lanczos(x, lobes: 3)
        }
    }

    private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
        if x < 1 {
            return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
        }
        guard x < 2 else { return 0 }
        return ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
    }

    private static func lanczos(_ x: Double, lobes: Double) -> Double {
        x >= lobes ? 0 : Sine.sinc(x) * Sine.sinc(x / lobes)
    }
}
