import PostcardCore
import PostcardImaging
import Testing

@testable import PostcardMemes

/// The properties of the area for rotated text, with any box and angle.
struct RotatedTextAreaTests {
    private static let size = PixelSize(width: 640, height: 360)
    private static let origin = SIMD2<Double>(12, 34)

    struct Sample: Sendable, CustomStringConvertible {
        let angle: Double
        let box: UnitBox
        var description: String { "\(angle)° in \(box)" }
    }

    private static let samples: [Sample] = {
        var random = SeededRandom(seed: 77)
        return (0..<80).map { _ in
            let (x, y) = (Double.random(in: -0.1...0.8, using: &random), Double.random(in: -0.1...0.8, using: &random))
            let box = UnitBox(
                x: x, y: y, width: .random(in: 0.05...(1.1 - x), using: &random),
                height: .random(in: 0.05...(1.1 - y), using: &random))
            return Sample(angle: .random(in: -180...180, using: &random), box: box)
        }
    }()

    private func room(_ sample: Sample, staysInBox: Bool) -> RotatedTextArea {
        var caption = Caption("x", in: sample.box)
        caption.angle = sample.angle
        return RotatedTextArea(caption, on: Self.size, origin: Self.origin, staysInBox: staysInBox)
    }

    /// The corners of a rotated rectangle.
    private func corners(_ size: SIMD2<Double>, at center: SIMD2<Double>, _ rotation: Rotation) -> [SIMD2<Double>] {
        [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(0.5, 0.5), SIMD2(-0.5, 0.5)].map {
            center + rotation.apply($0 * size)
        }
    }

    @Test(arguments: samples, [false, true])
    func `offered rectangles fit`(sample: Sample, staysInBox: Bool) {
        let room = room(sample, staysInBox: staysInBox)
        let within = SIMD2(sample.box.width * 640, sample.box.height * 360)
        let rectangles = room.rectangles(within: within)
        for rectangle in rectangles {
            #expect(room.fits(rectangle), "\(rectangle)")
            #expect(rectangle.x <= within.x + 1e-9)
            #expect(rectangle.y <= within.y + 1e-9)
        }
        #expect(zip(rectangles, rectangles.dropFirst()).allSatisfy { $0.x >= $1.x }, "from wide to narrow")
    }

    @Test(arguments: samples)
    func `every corner of a placed rectangle is on the picture or in its box`(sample: Sample) {
        let room = room(sample, staysInBox: false)
        let first = Self.origin + SIMD2(sample.box.x * 640, sample.box.y * 360)
        let last = first + SIMD2(sample.box.width * 640, sample.box.height * 360)
        let low = pointwiseMin(first, Self.origin) - 1
        let high = pointwiseMax(last, Self.origin + SIMD2(640, 360)) + 1
        for rectangle in room.rectangles(within: last - first) {
            for wanted in [first, last, (first + last) / 2] {
                let center = room.center(near: wanted, of: rectangle)
                for corner in corners(rectangle, at: center, room.rotation) {
                    #expect(all(corner .>= low))
                    #expect(all(corner .<= high))
                }
            }
        }
    }

    @Test(arguments: samples)
    func `text that must stay in its box stays there`(sample: Sample) {
        let room = room(sample, staysInBox: true)
        let first = Self.origin + SIMD2(sample.box.x * 640, sample.box.y * 360)
        let last = first + SIMD2(sample.box.width * 640, sample.box.height * 360)
        for rectangle in room.rectangles(within: last - first) {
            let center = room.center(near: .zero, of: rectangle)
            for corner in corners(rectangle, at: center, room.rotation) {
                #expect(all(corner .>= first - 1))
                #expect(all(corner .<= last + 1))
            }
        }
    }

    @Test(arguments: samples)
    func `the extent is the bounding box`(sample: Sample) {
        let room = room(sample, staysInBox: false)
        let size = SIMD2<Double>(100, 40)
        let corners = corners(size, at: .zero, room.rotation)
        let extent = room.extent(of: size)
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        #expect(abs(extent.x - ((xs.max() ?? 0) - (xs.min() ?? 0))) < 1e-6)
        #expect(abs(extent.y - ((ys.max() ?? 0) - (ys.min() ?? 0))) < 1e-6)
    }

    @Test func `a position that fits is not moved`() {
        let sample = Sample(angle: 30, box: UnitBox(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let room = room(sample, staysInBox: false)
        let middle = Self.origin + SIMD2(320, 180)
        #expect(room.center(near: middle, of: SIMD2(80, 20)) == middle)
    }
}
