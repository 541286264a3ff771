import PostcardFixtures
import PostcardImaging
import Testing

/// Headers of coded pictures that contradict themselves, which libde265 would complain about on standard error.
struct SequenceHeaderTests {
    /// The fixture with one bit changed, for each bit of its sequence parameter set, where that makes it contradict itself.
    private static let contradictions: [[UInt8]] = {
        let bytes = Fixture.small("heic.heic").bytes
        guard let box = bytes.indices.first(where: { bytes[$0...].starts(with: "hvcC".utf8) }) else { return [] }
        return ((box + 4) * 8..<(box + 110) * 8).compactMap { bit in
            var changed = bytes
            changed[bit / 8] ^= 128 >> UInt8(bit % 8)
            do throws(ImageError) {
                _ = try Image(decoding: changed, options: DecodingOptions(limits: DecodingLimits(pixels: 1_000_000)))
                return nil
            } catch {
                return error.message.contains("contradicts itself") ? changed : nil
            }
        }
    }()

    @Test func contradictionsAreRefusedInSilence() throws {
        #expect(Self.contradictions.count > 5)
        for bytes in Self.contradictions {
            let run = try DecodingRun("whole", bytes)
            #expect(run.outcome == "damaged")
            #expect(run.complaints.isEmpty, "\(run.complaints)")
        }
    }
}
