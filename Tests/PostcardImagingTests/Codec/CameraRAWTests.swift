import Foundation
import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

struct CameraRAWTests {
    @Test(arguments: RAWSpecimen.all)
    func `the largest preview is shown upright, with the EXIF of the raw file`(specimen: RAWSpecimen) throws {
        let decoded = try DecodedImage(specimen.bytes)
        #expect(decoded.header.format == .raw)
        #expect(decoded.image.size == RAWSpecimen.previewSize.transposed)
        #expect(decoded.image[32, 10].red > 200)
        #expect(decoded.image[32, 86].blue > 200)
        #expect(decoded.header.metadata.dateTaken == "2024-06-09T21:14:03")
        #expect(decoded.header.metadata.model == "Model 1")
        let small = try Image(decoding: specimen.bytes, options: DecodingOptions(resize: Resize(into: .square(24))))
        #expect(small.size == PixelSize(width: 16, height: 24))
    }

    @Test func `the error for a raw file without a preview states the reason`() throws {
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: RAWSpecimen.dng(hasPreview: false))
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("no JPEG preview"))
    }

    @Test(arguments: RAWSpecimen.all)
    func `truncated and damaged files cause no harm`(specimen: RAWSpecimen) {
        let bytes = specimen.bytes
        for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
            _ = try? Image(decoding: Array(bytes[..<length]))
        }
        var random = SeededRandom(seed: UInt64(bytes.count))
        for _ in 0..<150 {
            var damaged = bytes
            damaged[Int.random(in: 0..<min(700, bytes.count), using: &random)] = UInt8.random(
                in: 0...255, using: &random)
            _ = try? Image(
                decoding: damaged,
                options: DecodingOptions(limits: DecodingLimits(pixels: 100_000), toleratesDamage: true))
        }
        #expect(bytes.count > 400)
    }

    @Test func `directories and boxes that contain themselves do not loop`() {
        var nef = RAWSpecimen.nef
        // The directory's only sub-directory is itself.
        if let place = nef.indices.dropLast(12).first(where: { nef[$0...].starts(with: [0x01, 0x4A, 0, 4]) }) {
            nef.replaceSubrange(place + 8..<place + 12, with: [0, 0, 0, 8])
        }
        _ = try? Image(decoding: nef)
        let deep = (0..<2_000).reduce([UInt8]()) { inner, _ in
            [0, 0, 0, 0] + Array("moov".utf8) + inner
        }
        #expect(throws: ImageError.self) {
            try Image(decoding: [0, 0, 0, 12] + Array("ftypcrx ".utf8) + deep)
        }
    }

    @Test(arguments: [(1_900, true), (3_000, false)])
    func `only the first 2,000 boxes in a box are read`(count: Int, isRead: Bool) {
        let free = (0..<count).flatMap { _ -> [UInt8] in [0, 0, 0, 8] + Array("free".utf8) }
        let start = RAWSpecimen.cr3.prefix(Int(RAWSpecimen.cr3[3]))
        let file = start + free + RAWSpecimen.cr3.dropFirst(start.count)
        #expect(((try? Image(decoding: Array(file))) != nil) == isRead)
    }

    private static let exiftool = "/usr/bin/exiftool"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: exiftool), "needs exiftool"),
        arguments: RAWSpecimen.all)
    func `ExifTool finds the same preview`(specimen: RAWSpecimen) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(specimen.bytes, as: "picture.\(specimen.testDescription.lowercased())")
        let found = try ["JpgFromRaw", "PreviewImage", "OtherImage"].map { tag in
            let process = Process()
            process.executableURL = URL(filePath: Self.exiftool)
            process.arguments = ["-b", "-\(tag)", path]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return [UInt8](data)
        }
        let largest = found.max { $0.count < $1.count } ?? []
        var asStored = DecodingOptions()
        asStored.appliesOrientation = false
        let preview = try Image(decoding: largest, options: asStored)
        #expect(preview.size == RAWSpecimen.previewSize)
        #expect(try Image(decoding: specimen.bytes, options: asStored).distance(to: preview) == 0)
    }
}
