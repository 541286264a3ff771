/// The parts of pictures that are likely faces: areas in the colors of skin, with other colors at both sides and above, and some detail.
///
/// The measure only ranks positions for text; it recognizes no one. Skin is found by its hue, which is nearly the same for all people, and
/// not by its lightness. Some hands and animals are found too.
package struct LikelyFaces: Sendable {
    package struct Face: Sendable {
        /// The middle, and half the width and height, as fractions of the picture's sides.
        package var middle: SIMD2<Double>
        package var half: SIMD2<Double>
        /// The likelihood, 0 to 1. It is lower without visible eyes, and for small faces (half for the smallest).
        package var likelihood: Double
    }

    /// Half the widths of the boxes to try, as fractions of the mean side, and the height of a box relative to its width.
    private static let (widths, shape) = ([0.03, 0.038, 0.048, 0.06, 0.076, 0.096, 0.12, 0.15, 0.19], 1.25)
    /// Half the minimum width of faces that keep their full likelihood.
    private static let clearWidth = 0.06
    /// The minimum likelihood, and the maximum number of faces in a picture.
    private static let (minimum, maximumCount) = (0.33, 16)

    /// The faces, most likely first.
    package private(set) var faces: [Face] = []

    /// Finds the faces in pictures that are shown in the same position, such as frames of an animation. All pictures have the same weight.
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

    /// Returns the amount of faces that a rectangle covers: the sum, over all faces, of the likelihood times the covered share of the eyes,
    /// nose and mouth. Covering half of them is as bad as covering all of them.
    ///
    /// - Parameters:
    ///   - low: the top left corner of the rectangle, as fractions of the picture's sides.
    ///   - high: the bottom right corner.
    ///   - isWhole: true to include the forehead and the chin.
    package func covered(from low: SIMD2<Double>, to high: SIMD2<Double>, isWhole: Bool = false) -> Double {
        faces.reduce(0) { sum, face in
            let inner = face.half * (isWhole ? SIMD2(1, 1.1) : SIMD2(0.9, 0.65))
            let common = pointwiseMax(
                pointwiseMin(high, face.middle + inner) - pointwiseMax(low, face.middle - inner), .zero)
            return sum + face.likelihood * min(1, common.x * common.y / (2 * inner.x * inner.y))
        }
    }

    /// Returns the likelihood that there is a face at `point`. For a face around `target`, only the part with the eyes is considered.
    package func likelihood(at point: SIMD2<Double>, besides target: SIMD2<Double>) -> Double {
        faces.first { face in
            func contains(_ point: SIMD2<Double>, _ share: Double) -> Bool {
                all((point - face.middle).magnitude .<= face.half * share)
            }
            return contains(point, 0.8) && (point.y < face.middle.y || !contains(target, 1.2))
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
                        likelihood: likelihood * min(1, width / clearWidth))
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
        for index in chosen.indices {
            let eyes = map.eyes(chosen[index].middle * sides, chosen[index].half * sides)
            chosen[index].likelihood *= eyes.factor
            // Boxes may be too high or low, because some hair has the hue of skin. Eyes are above the middle of a face.
            if eyes.factor == 1 { chosen[index].middle += (eyes.offset + SIMD2(0, 0.2)) * chosen[index].half }
        }
        return chosen.filter { $0.likelihood >= minimum }
    }

    /// Returns the weight of a position. Faces are rarely at the sides, and hands are often at the bottom.
    private static func usualness(of middle: SIMD2<Double>) -> Double {
        let aside = middle.x * 2 - 1
        return (1 - 0.6 * aside * aside * aside * aside) * min(1, (1.3 - middle.y) / 0.7)
    }

    /// The sums of skin likelihood, detail and lightness above and to the left of each pixel.
    private struct SkinMap {
        private let width: Int
        private let height: Int
        private var skin: [Float]
        private var detail: [Float]
        private var light: [Float]

        init(_ picture: Image) {
            let (width, height) = (picture.size.width, picture.size.height)
            (self.width, self.height) = (width, height)
            var skin = [Float](repeating: 0, count: (width + 1) * (height + 1))
            var (detail, light) = (skin, skin)
            var differences = [Float](repeating: 0, count: width * height)
            DetailMap.forEachPixel(of: picture) { x, y, difference in
                differences[y * width + x] = Float(difference) / 256
            }
            picture.withRows { rows in
                for y in 0..<height {
                    let row = rows[y]
                    var inRow = (skin: Float(0), detail: Float(0), light: Float(0))
                    for x in 0..<width {
                        let difference = differences[y * width + x]
                        let pixel = LikelyFaces.skin(row[x])
                        inRow.skin += pixel.likelihood * (1.5 - difference / 60).clamped01
                        inRow.detail += min(difference, 40) / max(20, pixel.light)
                        inRow.light += pixel.light
                        let index = (y + 1) * (width + 1) + x + 1
                        let above = index - width - 1
                        skin[index] = skin[above] + inRow.skin
                        detail[index] = detail[above] + inRow.detail
                        light[index] = light[above] + inRow.light
                    }
                }
            }
            (self.skin, self.detail, self.light) = (skin, detail, light)
        }

        /// Returns the difference in skin between a box and the areas at its sides and above it. Below a face, there is skin on the neck.
        /// Walls have no such difference, and arms have skin above. Hands have less detail than faces, and leaves have more.
        func likelihood(_ middle: SIMD2<Double>, _ half: SIMD2<Double>) -> Double {
            func share(_ sums: [Float], _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Float {
                mean(sums, middle + half * low, middle + half * high)
            }
            let inside = share(skin, SIMD2(-0.8, -0.8), SIMD2(0.8, 0.8))
            guard inside >= Float(LikelyFaces.minimum) else { return 0 }
            let outside = max(
                share(skin, SIMD2(-1.6, -0.8), SIMD2(-0.9, 0.8)), share(skin, SIMD2(0.9, -0.8), SIMD2(1.6, 0.8)),
                share(skin, SIMD2(-0.8, -1.6), SIMD2(0.8, -0.9)))
            let features = share(detail, SIMD2(-0.7, -0.7), SIMD2(0.7, 0.5))
            let isDetailed = ((features - 0.03) / 0.05).clamped01 * ((0.4 - features) / 0.12).clamped01
            return Double((inside - outside).clamped01 * isDetailed)
        }

        /// Finds eyes: two spots that are darker than the cheeks below them and the nose between them. The factor is 0.5 without eyes and 1
        /// with clear eyes. The offset is the distance of the eyes from the middle, as fractions of `half`.
        func eyes(_ middle: SIMD2<Double>, _ half: SIMD2<Double>) -> (factor: Double, offset: SIMD2<Double>) {
            var best = (contrast: Float(0), offset: SIMD2<Double>.zero)
            for y in stride(from: -0.7, through: 0.5, by: 0.1) where middle.y + half.y * (y - 0.25) >= 0 {
                for x in stride(from: -0.2, through: 0.2, by: 0.1) {
                    func light(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Float {
                        let (low, high) = (SIMD2(left + x, top + y), SIMD2(right + x, bottom + y))
                        return mean(self.light, middle + half * low, middle + half * high)
                    }
                    let eyes = (light(-0.6, -0.25, -0.15, 0), light(0.15, -0.25, 0.6, 0))
                    let cheeks = (light(-0.55, 0.1, -0.15, 0.4), light(0.15, 0.1, 0.55, 0.4))
                    let nose = light(-0.12, -0.25, 0.12, 0.1)
                    let contrast = min(cheeks.0 - eyes.0, cheeks.1 - eyes.1, nose - eyes.0, nose - eyes.1)
                    let relative = contrast / max(20, (cheeks.0 + cheeks.1) / 2)
                    if relative > best.contrast { best = (relative, SIMD2(x, y - 0.125)) }
                }
            }
            return (Double(0.5 + 0.5 * (best.contrast / 0.13).clamped01), best.offset)
        }

        private func mean(_ sums: [Float], _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Float {
            let area = area(low, high)
            return sum(sums, area) / area.count
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

    /// Returns the likelihood that a pixel is skin, and the pixel's mean lightness. The likelihood depends on the shares of red and green,
    /// and not on the lightness. For skin, the shares are near a curve from pale skin (0.37, 0.33) to skin in orange light (0.6, 0.25).
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
