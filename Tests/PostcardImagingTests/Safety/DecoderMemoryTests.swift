import Foundation
import PostcardImaging
import Testing

/// The maximum memory that each decoder needs for a thumbnail of a large picture, in addition to the program and the file.
/// Each decoder runs in a separate process. All pixels of the picture take 23,438 KiB, or 12,288 KiB at 2048 × 1536.
@Suite(.serialized) struct DecoderMemoryTests {
    struct Large: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let maximumKilobytes: Int
        let bytes: @Sendable () throws -> [UInt8]

        init(_ name: String, _ maximumKilobytes: Int, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
            (testDescription, self.maximumKilobytes, self.bytes) = (name, maximumKilobytes, bytes)
        }
    }

    private static let size = PixelSize(width: 3_000, height: 2_000)

    private static func encoded(_ options: EncodingOptions, _ size: PixelSize = size) throws -> [UInt8] {
        try Image(size: size, fill: Color(red: 40, green: 120, blue: 200)).encoded(as: options)
    }

    private static let pixels = [UInt8](repeating: 90, count: size.area * 3)

    static let all = [
        Large("JPEG", 6_000) { try encoded(.jpeg()) },
        Large("PNG", 6_000) { try encoded(.png) },
        Large("GIF", 12_000) { try encoded(.gif) },
        Large("WebP", 6_000) { try encoded(.webp()) },
        Large("lossless WebP", 9_000) { try encoded(.webp(quality: nil)) },
        Large("TIFF", 6_000) {
            let strip = [UInt8](pixels.prefix(size.width * 3 * 20))
            return TIFFSpecimen().picture(
                size.width, size.height, bits: 8, samples: 3, photometric: 2,
                [[UInt8]](repeating: strip, count: size.height / 20), fields: [(0x116, TIFFSpecimen.long(20))])
        },
        Large("HEIC", 18_000) { bytes(heic) },
        Large("AVIF", 60_000) { try encoded(.avif(), PixelSize(width: 2_048, height: 1_536)) },
        Large("JPEG XL", 75_000) { bytes(jxl) },
        Large("BMP", 5_000) {
            var head = Array("BM".utf8)
            for number in [54 + pixels.count, 0, 54, 40, size.width, size.height, 1 | 24 << 16, 0, 0, 0, 0, 0, 0] {
                head += ICOTests.little(number, 4)
            }
            return head + pixels
        },
        Large("TGA", 5_000) {
            let sides = ICOTests.little(size.width, 2) + ICOTests.little(size.height, 2)
            return [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sides + [24, 0] + pixels
        },
        Large("ICO", 6_000) { try ICOTests.icon([(0, 32, encoded(.png))]) },
        Large("RAW", 6_000) {
            let preview = TIFFSpecimen.Value.bytes(type: TIFFSpecimen.undefined, try encoded(.jpeg()))
            return TIFFSpecimen(magic: 0x55).file([[(0x2E, preview)]])
        },
    ]

    @Test(arguments: all) func `a thumbnail uses no more memory than its decoder needs`(picture: Large) throws {
        let run = try DecodingRun("thumbnail", picture.bytes())
        guard picture.testDescription != "JPEG XL" || run.outcome != "unsupported" else { return }
        #expect(run.outcome == "ok", "\(run)")
        #expect(run.kilobytes < picture.maximumKilobytes, "\(run)")
    }

    private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

    /// 2048 × 1536 pixels of one color, encoded by x265 and libjxl.
    private static let heic = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAURtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA\
        AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFoAAEAAAAAAAADLQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAxGlwcnAA\
        AACmaXBjbwAAAHpodmNDAQNwAAAAAAAAAAAAlvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAlroCQCEAAQAtQgEBA3AAAAMAkA\
        AAAwAAAwCWoAEAIAYBZbqSSmubgQEDAgAAAwACAAADAAIQIgABAAdEAcFysGJAAAAAFGlzcGUAAAAAAAAIAAAABgAAAAAQcGl4aQAAAAADCAgI\
        AAAAFmlwbWEAAAAAAAAAAQABA4ECgwAAAzVtZGF0AAADKSgBr1DBt5pIoYIH3nnnnnnnXXXXXXXY+Q6SX//k5XI+i3v/zNdMbGSPwP1xvl4BdA\
        c4oAAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAC6il2HfgCTA7RQgAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAKiCTAmw8AAADAAADAAAD\
        AAADAAADAAADAAADAAADAAADAAADAH3AhwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAJWAAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAA\
        MAAAMAAAMAAFfAAAADAAADAAADAAADAAADAAADAAADAAADAAADAAADABIwAAADAAADAAADAAADAAADAAADAAADAAADAAADAAADAKeAAAADAAAD\
        AAADAAADAAADAAADAAADAAADAAADAAADAr4AAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAiIAAADAAADAAADAAADAAADAAADAAADAAADAA\
        ADAAAQsAAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAHzAAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAD0gAAADAAADAAADAAADAAAD\
        AAADAAADAAADAAADAABdQAAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAloAAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAAAMAANOAAAADAA\
        ADAAADAAADAAADAAADAAADAAADAAADAAE/AAADAAADAAADAAADAAADAAADAAADAAADAAADAAHBAAADAAADAAADAAADAAADAAADAAADAAADAAAD\
        AAJGAAADAAADAAADAAADAAADAAADAAADAAADAAADAALaAAADAAADAAADAAADAAADAAADAAADAAADAAADAAOOAAADAAADAAADAAADAAADAAADAA\
        ADAAADAAADAARMAAADAAADAAADAAADAAADAAADAAADAAADAAADAAUsAAADAAADAAADAAADAAADAAADAAADAAADAAADAAY8AAADAAADAAADAAAD\
        AAADAAADAAADAAADAAADAAc8
        """
    private static let jxl = """
        /wr6LwORCAIBAHQAAADAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAizAAi\
        zAAiwASyg2Jp8zBQkBUG6MQbsXiAAAcIAmAIAAAgEAgADzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAw\
        EBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpg\
        PzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAw\
        EBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpg\
        PzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAw\
        EBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpg\
        PzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgPzE1oAMBAcNKqmA/MTWgAwEBw0qqYD8xNaADAQHDSqpgM=
        """
}
