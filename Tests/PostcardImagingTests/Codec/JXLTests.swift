import Foundation
import PostcardCore
import Testing

@testable import PostcardImaging

/// 32 × 24 pixels, red on the left and blue on the right, written by libjxl's encoder.
struct JXLTests {
    private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
    static let lossless = bytes("/wrFQCQIBAEAhABLGIsVANQXJ06cGO8CIQAMElIO4AYS7GUFSHBA0gLBRwA=")
    static let lossy = bytes(
        "/wrFBgATiAIAVAK1nyAAABUqo4wbvJzr+fJDh8W0jesMbbVtYQljs70wSJiB4kEDEG87V3SbT2DgQD9fISHBoCfo6Kn5KFzo5Wg9JGUGp6vnRGXNBmU84xA6gnppCjcbpZuz/5fYUWaQoQBAhRS42VLsNd5dvFoNDYCzoPVxwYU4pTRX0oB6EfzZXmPRLfOWRpLP816gjbfZCQj9Xmg4Vw=="
    )
    /// The top six rows are transparent.
    static let transparent = bytes(
        "/wrFwEoIEBAA0ABLKDZGn44UFEwAqBFjMByizpgTY8Y4FxACIJCCIhp3j2/vjJCen3GAIowLDNfej106uEEC")

    static var isInstalled: Bool { JXLFile.isAvailable }

    @Test(.enabled(if: isInstalled, "needs libjxl"), arguments: [lossless, lossy])
    func `JPEG XL is read`(file: [UInt8]) throws {
        let decoded = try DecodedImage(file)
        #expect(decoded.header.format == .jxl)
        #expect(decoded.warnings.isEmpty)
        #expect(decoded.image.size == PixelSize(width: 32, height: 24))
        #expect(decoded.image.isOpaque)
        #expect(decoded.image[3, 12].distance(to: Color(red: 220, green: 40, blue: 40)) < 8)
        #expect(decoded.image[28, 12].distance(to: Color(red: 30, green: 60, blue: 200)) < 8)
    }

    @Test(.enabled(if: isInstalled, "needs libjxl")) func `transparency is read`() throws {
        let image = try Image(decoding: Self.transparent)
        #expect(image[3, 2].alpha == 0)
        #expect(image[3, 12].alpha == 255)
    }

    private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        [UInt8](bigEndian: body.count + 8, count: 4) + Array(name.utf8) + body
    }

    /// A compressed box `brob` (ISO/IEC 18181-2, 9.3), with data that Brotli stores without compression (RFC 7932, 9.2).
    private static func compressed(_ name: String, _ body: [UInt8]) -> [UInt8] {
        box("brob", Array(name.utf8) + [UInt8](littleEndian: 1 << 20 | (body.count - 1) << 4, count: 3) + body + [3])
    }

    private static func file(_ metadata: [UInt8]) -> [UInt8] {
        box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + metadata
            + box("jxlc", lossless)
    }

    @Test(.enabled(if: isInstalled, "needs libjxl"), arguments: [false, true])
    func `boxes with EXIF and XMP are read, compressed or not`(isCompressed: Bool) throws {
        let write = isCompressed ? Self.compressed : Self.box
        let exif = TIFFSpecimen(isBigEndian: true).file([
            [(0x110, TIFFSpecimen.ascii("Model 1")), (0x112, TIFFSpecimen.short(6))]
        ])
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.504N" \
            exif:GPSLongitude="2,17.67E"/></rdf:RDF></x:xmpmeta>
            """
        let file = Self.file(write("Exif", [0, 0, 0, 0] + exif) + write("xml ", Array(xmp.utf8)))
        let header = try ImageHeader(of: file)
        #expect(header.metadata.model == "Model 1")
        #expect(abs((header.metadata.position?.latitude ?? 0) - 48.8584) < 0.0001)
        // The codestream states the orientation, so EXIF must not rotate the image again.
        #expect(header.size == PixelSize(width: 32, height: 24))
        #expect(try Image(decoding: file)[3, 12].red > 200)
    }

    @Test(.enabled(if: isInstalled, "needs libjxl"), arguments: ["Exif", "xml "], [1, 4, 1 << 20, 3 << 20])
    func `broken or oversized metadata does no harm`(name: String, count: Int) throws {
        for write in [Self.box, Self.compressed] {
            let header = try ImageHeader(of: Self.file(write(name, [UInt8](repeating: 0, count: count))))
            #expect(header.size == PixelSize(width: 32, height: 24))
            #expect(header.metadata.keeping([.allButPosition, .position]) == Metadata())
        }
    }

    @Test(.enabled(if: isInstalled, "needs libjxl"), arguments: [lossless, lossy, transparent], [false, true])
    func `a truncated file causes an error, and damage does no harm`(file: [UInt8], recover: Bool) {
        for length in 0..<file.count - 1 {
            #expect(throws: ImageError.self) {
                try Image(decoding: Array(file[..<length]), options: DecodingOptions(toleratesDamage: recover))
            }
        }
        var random = SeededRandom(seed: UInt64(file.count))
        for _ in 0..<300 {
            var bytes = file
            bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = try? Image(decoding: bytes, options: DecodingOptions(limits: DecodingLimits(pixels: 100_000)))
        }
    }

    @Test(.enabled(if: isInstalled, "needs libjxl")) func `limits are enforced`() throws {
        let options = DecodingOptions(limits: DecodingLimits(pixels: 32 * 24 - 1))
        let error = try #require(throws: ImageError.self) { try Image(decoding: Self.lossless, options: options) }
        #expect(error.code == .limitExceeded)
    }

    @Test(.enabled(if: !isInstalled, "needs libjxl to be missing"))
    func `without libjxl the error mentions it`() throws {
        let error = try #require(throws: ImageError.self) { try Image(decoding: Self.lossless) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("libjxl"))
    }
}
