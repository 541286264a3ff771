/// The parts of pictures that may be faces: areas in the colors of skin with other colors at both sides and above, and with some detail.
///
/// The measure ranks positions for text; it recognizes nobody and nothing. Skin is found by its hue, which is nearly the same for all people,
/// and not by its lightness. Some hands and animals are found too.
package struct LikelyFaces: Sendable {
    package struct Face: Sendable {
        /// The middle, and half the width and height, in fractions of the picture's sides.
        package var middle: SIMD2<Double>
        package var half: SIMD2<Double>
        /// The likelihood, 0 to 1. It is halved for the smallest faces.
        package var likelihood: Double
    }

    /// Half the widths of the boxes that are tried, in fractions of the mean side, and the height of a box relative to its width.
    private static let (widths, shape) = ([0.03, 0.038, 0.048, 0.06, 0.076, 0.096, 0.12, 0.15, 0.19], 1.25)
    /// Half the width from which a face has its full likelihood.
    private static let clearWidth = 0.06
    /// The minimum likelihood, and the maximum number of faces in a picture.
    private static let (minimum, maximumCount) = (0.33, 16)

    /// The faces from the most to the least likely one.
    package private(set) var faces: [Face] = []

    /// Finds the faces of pictures that are shown in the same position, such as frames of an animation. All have the same weight.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` or, within `ImageWork`, `interrupted`.
    package init(of pictures: [Image]) throws(ImageError) {
        for picture in pictures {
            let small = try picture.resized(Resize(into: .square(DetailGrid.pictureSide)), filter: .box)
            for var face in Self.faces(in: small) {
                face.likelihood /= Double(pictures.count)
                faces.append(face)
            }
        }
        faces.sort { $0.likelihood > $1.likelihood }
    }

    /// Returns how much of the faces a rectangle covers: the sum of their likelihoods, times the share of the eyes, nose and mouth that is
    /// covered. Half of them count as all. The corners are in fractions of the picture's sides.
    package func covered(from low: SIMD2<Double>, to high: SIMD2<Double>) -> Double {
        faces.reduce(0) { sum, face in
            let inner = face.half * SIMD2(0.9, 0.65)
            let common = pointwiseMax(
                pointwiseMin(high, face.middle + inner) - pointwiseMax(low, face.middle - inner), .zero)
            return sum + face.likelihood * min(1, common.x * common.y / (2 * inner.x * inner.y))
        }
    }

    /// Returns the likelihood that there is a face at `point`, other than one around `target`.
    package func likelihood(at point: SIMD2<Double>, besides target: SIMD2<Double>) -> Double {
        faces.first {
            all((point - $0.middle).magnitude .<= $0.half * 0.8) && !all((target - $0.middle).magnitude .<= $0.half * 1.2)
        }?.likelihood ?? 0
    }

    // MARK: Finding

    private static func faces(in picture: Image) -> [Face] {
        let size = picture.size
        let map = SkinMap(picture)
        let (sides, unit) = (
            SIMD2(Double(size.width), Double(size.height)), (Double(size.width) * Double(size.height)).squareRoot()
        )
        var found: [Face] = []
        for width in widths {
            let half = SIMD2(width, width * shape) * unit
            guard all(half * 2 .<= sides) else { continue }
            let step = half.x / 4
            for y in stride(from: half.y * 0.6, through: sides.y - half.y * 0.6, by: step) {
                for x in stride(from: half.x * 0.6, through: sides.x - half.x * 0.6, by: step) {
                    let middle = SIMD2(x, y) / sides
                    let likelihood = usualness(of: middle) * map.likelihood(SIMD2(x, y), half)
                    let face = Face(
                        middle: middle, half: half / sides,
                        likelihood: likelihood * min(1, 0.5 + 0.5 * width / clearWidth))
                    if face.likelihood >= minimum { found.append(face) }
                }
            }
        }
        found.sort { $0.likelihood > $1.likelihood }
        var chosen: [Face] = []
        for face in found where chosen.count < maximumCount {
            let isNew = chosen.allSatisfy { other in
                ((face.middle - other.middle).magnitude / pointwiseMax(face.half, other.half)).max() > 1.2
            }
            if isNew { chosen.append(face) }
        }
        return chosen
    }

    /// The weight of a position: faces are rarely at the sides, and at the bottom are hands.
    private static func usualness(of middle: SIMD2<Double>) -> Double {
        let aside = middle.x * 2 - 1
        return (1 - 0.4 * aside * aside) * min(1, (1.3 - middle.y) / 0.7)
    }

    /// The sums of skin and of detail above and to the left of each pixel.
    private struct SkinMap {
        private let width: Int
        private let height: Int
        private var skin: [Float]
        private var detail: [Float]

        init(_ picture: Image) {
            let (width, height) = (picture.size.width, picture.size.height)
            (self.width, self.height) = (width, height)
            var skin = [Float](repeating: 0, count: (width + 1) * (height + 1))
            var detail = skin
            var differences = [Float](repeating: 0, count: width * height)
            DetailMap.forEachPixel(of: picture) { x, y, difference in
                differences[y * width + x] = Float(difference) / 256
            }
            picture.withRows { rows in
                for y in 0..<height {
                    let row = rows[y]
                    var (skinInRow, detailInRow) = (Float(0), Float(0))
                    for x in 0..<width {
                        let difference = differences[y * width + x]
                        let (isSkin, light) = LikelyFaces.skin(row[x])
                        skinInRow += isSkin * (1.5 - difference / 60).clamped01
                        detailInRow += min(difference, 40) / max(20, light)
                        let index = (y + 1) * (width + 1) + x + 1
                        skin[index] = skin[index - width - 1] + skinInRow
                        detail[index] = detail[index - width - 1] + detailInRow
                    }
                }
            }
            (self.skin, self.detail) = (skin, detail)
        }

        /// The difference in skin between a box and the areas at its sides and above it. Below is the neck. Walls have no such difference,
        /// arms have skin above, plain hands less detail than faces, and leaves more.
        func likelihood(_ middle: SIMD2<Double>, _ half: SIMD2<Double>) -> Double {
            func share(_ sums: [Float], _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Float {
                let area = area(middle + half * low, middle + half * high)
                return sum(sums, area) / area.count
            }
            let inside = share(skin, SIMD2(-0.8, -0.8), SIMD2(0.8, 0.8))
            guard inside >= Float(LikelyFaces.minimum) else { return 0 }
            let outside = max(
                share(skin, SIMD2(-1.6, -0.8), SIMD2(-0.9, 0.8)), share(skin, SIMD2(0.9, -0.8), SIMD2(1.6, 0.8)),
                share(skin, SIMD2(-0.8, -1.6), SIMD2(0.8, -0.9)))
            let features = share(detail, SIMD2(-0.7, -0.7), SIMD2(0.7, 0.5))
            let isDetailed = ((features - 0.04) / 0.06).clamped01 * ((0.4 - features) / 0.12).clamped01
            return Double((inside - outside).clamped01 * isDetailed)
        }

        private typealias Area = (left: Int, top: Int, right: Int, bottom: Int, count: Float)

        private func area(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Area {
            let (left, top) = (max(0, Int(low.x)), max(0, Int(low.y)))
            let (right, bottom) = (min(width, Int(high.x)), min(height, Int(high.y)))
            guard left < right, top < bottom else { return (0, 0, 0, 0, 1) }
            return (left, top, right, bottom, Float((right - left) * (bottom - top)))
        }

        private func sum(_ sums: [Float], _ area: Area) -> Float {
            let (upper, lower) = (area.top * (width + 1), area.bottom * (width + 1))
            return sums[lower + area.right] - sums[lower + area.left] - sums[upper + area.right]
                + sums[upper + area.left]
        }
    }

    /// The likelihood that a pixel is skin, and its mean lightness. The likelihood follows from its shares of
    /// red and green, which don't depend on the lightness: they are near a curve from pale (0.37, 0.33) to skin in orange light (0.6, 0.25).
    private static func skin(_ pixel: Int32) -> (likelihood: Float, light: Float) {
        let bits = Int(pixel)
        guard bits >> 24 & 127 < 64 else { return (0, 0) }
        let (red, green, blue) = (Float(bits >> 16 & 255), Float(bits >> 8 & 255), Float(bits & 255))
        let sum = red + green + blue
        guard sum > 60 else { return (0, sum / 3) }
        let (r, g) = (red / sum, green / sum)
        let center = 0.333 - 0.2 * (r - 0.333) - 0.6 * (r - 0.36) * (r - 0.36)
        let isRed = ((r - 0.36) / 0.025).clamped01 * ((0.68 - r) / 0.08).clamped01
        let isOnCurve = ((0.035 - abs(g - center)) / 0.017).clamped01
        return (isRed * isOnCurve * ((sum / 3 - 20) / 20).clamped01, sum / 3)
    }
}

extension Float {
    fileprivate var clamped01: Float { Swift.min(1, Swift.max(0, self)) }
}

extension SIMD2<Double> {
    fileprivate var magnitude: SIMD2<Double> { pointwiseMax(self, -self) }
}
