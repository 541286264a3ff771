import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Headers of coded pictures that exceed the limits, or are inconsistent, so libde265 would print errors.
struct SequenceHeaderTests {
    static let names = ["heic.heic", "heic-grid.heic", "heic-grid-thumbnail.heic"]

    /// Copies of the fixture, each with one bit of its first sequence parameter set changed so that the file is invalid.
    private static func damaged(_ name: String) -> [(file: [UInt8], error: ImageError)] {
        let bytes = Fixture.small(name).bytes
        guard let box = bytes.indices.first(where: { bytes[$0...].starts(with: "hvcC".utf8) }) else { return [] }
        return ((box + 4) * 8..<(box + 110) * 8).compactMap { bit in
            var changed = bytes
            changed[bit / 8] ^= 128 >> UInt8(bit % 8)
            do throws(ImageError) {
                _ = try Image(decoding: changed, options: DecodingOptions(limits: DecodingLimits(pixels: 1_000_000)))
                return nil
            } catch {
                return (changed, error)
            }
        }
    }

    /// The files share one sequence parameter set, so the quick run tries only one of the files.
    @Test(arguments: names.prefix(TestScale.count(quick: 1, all: names.count)))
    func `inconsistencies are rejected silently`(name: String) throws {
        let contradictions = Self.damaged(name).filter { $0.error.message.contains("or inconsistent") }
        #expect(contradictions.count > 5)
        for (file, _) in contradictions {
            let run = try DecodingRun("whole", file)
            #expect(run.outcome == "damaged")
            #expect(run.complaints.isEmpty, "\(run.complaints)")
        }
    }

    /// Decoders allocate memory for the size in the coded picture, not for the size in the file around it.
    @Test(arguments: names + ["avif.avif", "avif-grid.avif"])
    func `no decoder is called for a coded picture that is larger than the limit`(name: String) throws {
        try Fixture.small(name).bytes.withUnsafeBytes { bytes in
            let items = try #require(try HEIFBoxes(bytes).flatMap { try HEIFItems($0) })
            let item = items.sources(of: items.primary).first ?? items.primary
            let data = items.data(of: item)
            let coded = try #require(items.codedSize(of: item, items.hevcConfiguration(of: item), data: data))
            for (pixels, isDecoded) in [(coded.area, true), (coded.area - 1, false)] {
                let planes = try? HEIFPlanes(
                    item, data: data, of: items, size: .square(8), limits: DecodingLimits(pixels: pixels))
                #expect((planes != nil) == isDecoded)
            }
        }
    }
}
