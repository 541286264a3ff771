import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// Credits in files, as read by other tools.
@Suite struct CreditPacketTests {
    private static let hasExifTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")

    private func packet(of bytes: [UInt8]) -> CreditPacket {
        CreditPacket(
            SharedItem(
                id: "photo-1", blob: BlobHash(of: bytes), bytes: bytes.count, format: "jpg", kind: .picture, width: 1,
                height: 1, duration: nil, title: "Tour <Eiffel> & Ümlaut", date: nil, credit: "Ann Example / CC BY 4.0",
                creator: "Ann Example", license: License.matching("cc-by-4.0").first, page: "https://example.org/1",
                coordinate: nil))
    }

    private static let formats = [
        "jpeg-420.jpg", "jpeg-private-metadata.jpg", "png-rgba-8.png", "png-texts.png", "gif-still.gif", "gif-87a.gif",
        "gif-transparent-loop-3.gif", "webp-lossy.webp", "webp-lossless.webp", "webp-lossless-alpha.webp",
        "webp-lossy-alpha.webp", "webp-animated.webp", "webp-orientation-6.webp", "webp-display-p3.webp",
    ]

    @Test(arguments: formats)
    func `pixels stay unchanged`(name: String) throws {
        let bytes = Fixture("small/\(name)").bytes
        let credited = try #require(packet(of: bytes).embedded(in: bytes))
        #expect(try Image(decoding: credited).encoded(as: .png) == Image(decoding: bytes).encoded(as: .png))
        #expect(try TestPicture.header(of: credited).orientation == TestPicture.header(of: bytes).orientation)
    }

    struct Reading: Decodable {
        let creator: String?
        let title: String?
        let credit: String?
        let usageTerms: String?
        let warning: String?
        let error: String?

        private enum CodingKeys: String, CodingKey {
            case creator = "Creator"
            case title = "Title"
            case credit = "Credit"
            case usageTerms = "UsageTerms"
            case warning = "Warning"
            case error = "Error"
        }
    }

    @Test(.enabled(if: hasExifTool, "needs exiftool"), arguments: formats)
    func `ExifTool reads the credit`(name: String) throws {
        let folder = try TemporaryFolder()
        let bytes = Fixture("small/\(name)").bytes
        let credited = try #require(packet(of: bytes).embedded(in: bytes))
        let path = try folder.write(credited, as: name)
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/exiftool")
        tool.arguments = ["-j", "-warning", "-error", "-XMP:all", path]
        let pipe = Pipe()
        tool.standardOutput = pipe
        try tool.run()
        let json = try pipe.fileHandleForReading.readToEnd() ?? Data()
        tool.waitUntilExit()
        let reading = try #require(try JSONDecoder().decode([Reading].self, from: json).first)
        #expect(reading.error == nil)
        #expect(reading.warning == nil)
        #expect(reading.credit == "Ann Example / CC BY 4.0")
        // Existing metadata of a picture is kept.
        if name != "jpeg-private-metadata.jpg" && name != "png-texts.png" {
            #expect(reading.creator == "Ann Example")
            #expect(reading.title == "Tour <Eiffel> & Ümlaut")
        }
        #expect(reading.usageTerms == License.matching("cc-by-4.0").first?.name)
    }

    @Test func `other formats are reported as unsupported`() {
        for name in ["avif.avif", "heic.heic", "bmp-24.bmp", "tiff-rgb.tif"] {
            let bytes = Fixture("small/\(name)").bytes
            #expect(packet(of: bytes).embedded(in: bytes) == nil)
        }
    }

    @Test(arguments: formats)
    func `truncated files do not crash the process`(name: String) {
        let bytes = Fixture("small/\(name)").bytes
        for count in stride(from: 0, to: min(bytes.count, 2_000), by: 7) {
            let credited = packet(of: bytes).embedded(in: Array(bytes.prefix(count)))
            #expect(credited.map { $0.count > count } ?? true)
        }
    }
}
