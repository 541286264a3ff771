import PostcardCore
import Testing

@testable import PostcardImaging

/// Rotations, mirrorings and crops in any order, compared with their effect on a table of pixels (ISO/IEC 23008-12, section 6.5).
struct HEIFTransformTests {
    /// A property and its effect on pixels.
    enum Step: Sendable {
        /// Quarter turns counterclockwise.
        case turn(Int)
        case mirrorColumns
        case mirrorRows
        /// The columns and rows to keep in the middle.
        case crop(width: Int, height: Int)

        var name: String {
            switch self {
            case .turn: "irot"
            case .mirrorColumns, .mirrorRows: "imir"
            case .crop: "clap"
            }
        }

        var content: [UInt8] {
            switch self {
            case .turn(let turns): return [UInt8(turns)]
            case .mirrorColumns: return [1]
            case .mirrorRows: return [0]
            case .crop(let width, let height):
                return [width, 1, height, 1, 0, 1, 0, 1].flatMap { value in
                    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
                }
            }
        }

        func applied(to pixels: [[Int]]) -> [[Int]] {
            switch self {
            case .turn(let turns):
                return (0..<turns).reduce(pixels) { pixels, _ in
                    (0..<pixels[0].count).reversed().map { x in pixels.map { $0[x] } }
                }
            case .mirrorColumns: return pixels.map { $0.reversed() }
            case .mirrorRows: return pixels.reversed()
            case .crop(let width, let height):
                let (left, top) = ((pixels[0].count - width) / 2, (pixels.count - height) / 2)
                return pixels[top..<top + height].map { Array($0[left..<left + width]) }
            }
        }
    }

    private func result(_ steps: [Step], of pixels: [[Int]]) -> [[Int]] {
        let contents = steps.flatMap(\.content)
        return contents.withUnsafeBytes { bytes in
            var start = 0
            let boxes = steps.map { step in
                let range = start..<start + step.content.count
                start = range.upperBound
                return HEIFBoxes.Box(name: step.name, whole: range, content: range)
            }
            let size = PixelSize(width: pixels[0].count, height: pixels.count)
            let transform = HEIFTransform(size, properties: boxes, ByteReader(bytes))
            return (0..<transform.size.height).map { y in
                let first = transform.start(ofRow: y)
                return (0..<transform.size.width).map { x in
                    pixels[first.y + x * transform.across.y][first.x + x * transform.across.x]
                }
            }
        }
    }

    private static let pixels = (0..<4).map { y in (0..<6).map { x in 10 * y + x } }

    @Test(
        arguments: [
            [], [.turn(1)], [.turn(2)], [.turn(3)], [.mirrorColumns], [.mirrorRows], [.crop(width: 4, height: 2)],
            [.turn(1), .mirrorColumns], [.mirrorColumns, .turn(1)], [.turn(3), .mirrorRows, .turn(1)],
            [.crop(width: 2, height: 4), .turn(1)], [.turn(1), .crop(width: 2, height: 4)],
            [.mirrorRows, .crop(width: 4, height: 4), .turn(2), .mirrorColumns],
            [.turn(1), .turn(1), .turn(1), .turn(1)],
        ] as [[Step]])
    func `steps are applied in order`(steps: [Step]) {
        #expect(result(steps, of: Self.pixels) == steps.reduce(Self.pixels) { $1.applied(to: $0) })
    }

    @Test(arguments: [(0, 0), (-3, 2), (1 << 30, 0)])
    func `an impossible crop is ignored`(width: Int, height: Int) {
        #expect(result([.crop(width: width, height: height)], of: Self.pixels) == Self.pixels)
    }

    @Test func `a short property is ignored`() {
        let box = HEIFBoxes.Box(name: "clap", whole: 0..<3, content: 0..<3)
        ([1, 2, 3] as [UInt8]).withUnsafeBytes { bytes in
            let transform = HEIFTransform(PixelSize(width: 6, height: 4), properties: [box], ByteReader(bytes))
            #expect(transform.size == PixelSize(width: 6, height: 4))
        }
    }
}
