import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardImaging

/// Long work asks after each strip whether it is to go on, and ends when it is not.
struct ImageWorkTests {
    /// Of three strips and a bit.
    private static func picture() throws -> Image {
        try Image(size: PixelSize(width: 1 << 10, height: 800), fill: Color(red: 200, green: 90, blue: 10, alpha: 255))
    }

    private static let work: [(name: String, work: @Sendable (Image) throws -> Void)] = [
        ("blur", { _ = try $0.blurred(sigma: 1) }), ("wide blur", { _ = try $0.blurred(sigma: 40) }),
        ("sharpen", { _ = try $0.sharpened() }), ("rotate", { _ = try $0.rotated(byDegrees: 7) }),
        ("smaller", { _ = try $0.resized(to: .square(20)) }),
        ("larger", { _ = try $0.cropped(to: PixelRect(x: 0, y: 0, width: 20, height: 20)).resized(to: .square(900)) }),
        ("JPEG", { _ = try $0.encoded(.jpeg()) }), ("PNG", { _ = try $0.encoded(.png) }),
        ("brightness", { _ = try $0.filtered(.brightness(percent: 5)) }),
        ("saturation", { _ = try $0.filtered(.saturation(percent: 5)) }),
        ("mosaic", { _ = try $0.filtered(.mosaic(side: 7)) }), ("edges", { _ = try $0.filtered(.edges) }),
        ("WebP", { _ = try $0.encoded(.webp(quality: 50)) }),
    ]

    @Test(arguments: work.indices)
    func workThatNobodyWantsEnds(index: Int) throws {
        let image = try Self.picture()
        let asked = Mutex(0)
        let thrown = #expect(throws: ImageError.self, "\(Self.work[index].name)") {
            try ImageWork.run(while: {
                asked.withLock {
                    $0 += 1; return $0 < 3
                }
            }) {
                try Self.work[index].work(image)
            }
        }
        #expect(thrown?.code == .interrupted)
        // Who tells why it ended may ask once more.
        #expect(3...4 ~= asked.withLock { $0 })
    }

    @Test(arguments: [false, true])
    func decodingThatNobodyWantsEnds(recover: Bool) throws {
        let file = try Self.picture().encoded(.jpeg())
        let asked = Mutex(0)
        for resize in [nil, Resize(into: .square(900))] {
            asked.withLock { $0 = 0 }
            let options = DecodingOptions(resize: resize, recover: recover)
            let thrown = #expect(throws: ImageError.self) {
                try ImageWork.run(while: {
                    asked.withLock {
                        $0 += 1; return $0 < 3
                    }
                }) {
                    try Image(decoding: file, options: options)
                }
            }
            #expect(thrown?.code == .interrupted)
        }
    }

    @Test func workThatIsWantedIsDone() throws {
        let image = try ImageWork.run(while: { true }) { try Self.picture().blurred(sigma: 9) }
        #expect(image.size.width == 1 << 10)
        #expect(try Self.picture().resized(to: .square(4)).size == .square(4))
    }
}
