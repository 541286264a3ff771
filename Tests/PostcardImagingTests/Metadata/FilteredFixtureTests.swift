import PostcardCore
import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

@Suite struct FilteredFixtureTests {
    private func header(_ bytes: [UInt8]) throws -> ImageHeader { try TestPicture.header(of: bytes) }

    private func pixels(_ bytes: [UInt8]) throws -> [UInt8] { try Image(decoding: bytes).encoded(as: .png) }

    @Test func `every fixture keeps its pixels, colors and orientation`() throws {
        var count = 0
        for fixture in Fixture.small where !fixture.name.hasPrefix("hostile") {
            guard let filtered = MetadataFilter.filtered(fixture.bytes) else { continue }
            count += 1
            guard let pixels = try? pixels(fixture.bytes) else { continue }
            #expect(try self.pixels(filtered) == pixels, "\(fixture)")
            #expect(try header(filtered).metadata.position == nil, "\(fixture)")
            #expect(try header(filtered).orientation == header(fixture.bytes).orientation, "\(fixture)")
            #expect(MetadataFilter.filtered(filtered) == filtered, "\(fixture)")
        }
        #expect(count > 180)
    }

    @Test(arguments: [
        "jpeg-private-metadata.jpg", "png-texts.png", "heic.heic", "webp-orientation-6.webp", "gif-still.gif",
    ])
    func `damaged files are read without trapping`(name: String) {
        let whole = Fixture.small(name).bytes
        var random = SeededRandom(seed: 7)
        for count in 0..<min(400, whole.count) {
            #expect((MetadataFilter.filtered(Array(whole.prefix(count)))?.count ?? 0) <= count + 20)
        }
        for _ in 0..<400 {
            var damaged = whole
            for _ in 0..<4 {
                damaged[Int.random(in: 0..<min(600, whole.count), using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            #expect((MetadataFilter.filtered(damaged)?.count ?? 0) <= 2 * whole.count)
        }
        for fixture in Fixture.small where fixture.name.hasPrefix("hostile") {
            #expect((MetadataFilter.filtered(fixture.bytes)?.count ?? 0) <= fixture.bytes.count + 20)
        }
    }
}
