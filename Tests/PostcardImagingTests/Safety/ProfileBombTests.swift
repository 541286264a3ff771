import PostcardFixtures
import Testing

@testable import PostcardImaging

/// Color profiles of a few kilobytes, which Little CMS would take minutes to evaluate.
struct ProfileBombTests {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// An element that maps 3 values to 3: unchanged, or by a curve of `segments` segments.
    private static func element(segments: Int?) -> [UInt8] {
        let head = big(0, 4) + big(3, 2) + big(3, 2)
        guard let segments else {
            let values: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
            return Array("matf".utf8) + head + numbers(values)
        }
        var bytes = Array("cvst".utf8) + head
        for _ in 0..<3 { bytes += big(36, 4) + big(12 + 28 * segments, 4) }
        bytes += Array("curf".utf8) + big(0, 4) + big(segments, 2) + big(0, 2)
        bytes += numbers((1..<segments).map { Float($0) / Float(segments) })
        for _ in 0..<segments { bytes += Array("parf".utf8) + big(0, 8) + numbers([1, 1, 0, 0]) }
        return bytes
    }

    private static func numbers(_ values: [Float]) -> [UInt8] {
        values.flatMap { (value: Float) -> [UInt8] in big(Int(value.bitPattern), 4) }
    }

    /// A profile with a pipeline that refers to the same element `count` times.
    private static func profile(elements count: Int, segments: Int? = nil, padding: Int = 0) -> [UInt8] {
        let element = element(segments: segments)
        var tag = Array("mpet".utf8) + big(0, 4) + big(3, 2) + big(3, 2) + big(count, 4)
        for _ in 0..<count { tag += big(16 + 8 * count, 4) + big(element.count, 4) }
        tag += element
        let length = 144 + tag.count + padding
        var head = big(length, 4) + big(0, 4) + big(0x0440_0000, 4) + Array("mntrRGB XYZ ".utf8)
        head += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        head += big(0xF6D6, 4) + big(0x10000, 4) + big(0xD32D, 4)
        head += [UInt8](repeating: 0, count: 48)
        head += big(1, 4) + Array("D2B1".utf8) + big(144, 4) + big(tag.count, 4)
        return head + tag + [UInt8](repeating: 0, count: padding)
    }

    @Test func `pipelines are used up to a maximum length`() {
        #expect(ColorTransform(profile: Self.profile(elements: 16)) != nil)
        #expect(ColorTransform(profile: Self.profile(elements: 17)) == nil)
        #expect(ColorTransform(profile: Self.profile(elements: 50_000)) == nil)
    }

    @Test func `curves with too many segments are not used`() {
        #expect(ColorTransform(profile: Self.profile(elements: 2, segments: 64)) != nil)
        #expect(ColorTransform(profile: Self.profile(elements: 2, segments: 65)) == nil)
        #expect(ColorTransform(profile: Self.profile(elements: 2, segments: 30_000)) == nil)
    }

    @Test func `profiles are used up to 4 MiB`() {
        let length = Self.profile(elements: 3).count
        #expect(ColorTransform(profile: Self.profile(elements: 3, padding: 4 << 20 - length)) != nil)
        #expect(ColorTransform(profile: Self.profile(elements: 3, padding: 4 << 20 - length + 1)) == nil)
    }

    @Test func `pipelines with many channels between two elements are not used`() {
        var profile = Self.profile(elements: 2)
        // The channels of the element: three in, fifteen out.
        profile[144 + 16 + 16 + 11] = 15
        #expect(!ICCProfile.isCheapToEvaluate(profile))
    }

    @Test func `a slow profile is ignored with a warning`() throws {
        let file = Fixture.small("jpeg-420.jpg").bytes
        let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + Self.profile(elements: 1_000)
        let bytes = file[..<2] + [0xFF, 0xE2] + Self.big(profile.count + 2, 2) + profile + file[2...]
        let decoded = try DecodedImage(Array(bytes))
        #expect(decoded.warnings == ["The color profile is broken and was ignored."])
        #expect(decoded.image.distance(to: try Image(decoding: file)) == 0)
    }
}
