import Foundation
import PostcardCore
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct VideoPositionTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func copyWithoutPositions(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
        let path = FilePath(try folder.write(bytes, as: name))
        var copy = bytes
        for patch in try PositionEraser.patches(ofVideo: path) { patch.apply(to: &copy, at: 0) }
        #expect(copy.count == bytes.count)
        return copy
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(name.utf8) + content
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    @Test(arguments: ["gpmd", "camm", "djmd", "mebx"]) func `tracks of instruments go, with what they say`(
        format: String
    ) throws {
        let words = Array("Cafe by the sea, 48.8584".utf8)
        let head = box("ftyp", Array("isom".utf8)) + box("mdat", words)
        let start = head.count - words.count
        func track(_ kind: String) -> [UInt8] {
            let tables =
                box("stsd", number(0) + number(1) + box(format, [0, 0]))
                + box("stsz", number(0) + number(0) + number(2) + number(10) + number(words.count - 10))
                + box("stsc", number(0) + number(1) + number(1) + number(2) + number(1))
                + box("stco", number(0) + number(1) + number(start))
            let handler = box("hdlr", number(0) + number(0) + Array(kind.utf8) + number(0))
            return box("trak", box("mdia", handler + box("minf", box("stbl", tables))))
        }
        let movie = head + box("moov", track("vide"))
        #expect(try copyWithoutPositions(movie, "a.mp4") == movie)
        let told = try copyWithoutPositions(head + box("moov", track("meta")), "b.mp4")
        #expect(told[start..<head.count].allSatisfy { $0 == 0 })
        #expect(!told.contains(Array("trak".utf8)))
        #expect(!told.contains(Array(format.utf8)))
    }

    @Test func `places under keys of Apple and iTunes go`() throws {
        func data(_ text: String) -> [UInt8] { box("data", number(1) + number(0) + Array(text.utf8)) }
        let keys = ["com.apple.quicktime.make", "com.apple.quicktime.location.name", "LOCATION"]
        let list = box("keys", number(0) + number(3) + keys.flatMap { box("mdta", Array($0.utf8)) })
        let values = ["Apple", "Rue Cler", "Paris"].enumerated().flatMap { index, text -> [UInt8] in
            let content = data(text)
            return number(content.count + 8) + number(index + 1) + content
        }
        let free = box("----", box("mean", number(0)) + box("name", number(0) + Array("Location".utf8)) + data("Lyon"))
        let bytes = box("ftyp", Array("qt  ".utf8)) + box("moov", box("meta", list + box("ilst", values)) + free)
        let text = String(decoding: try copyWithoutPositions(bytes, "a.mov"), as: UTF8.self)
        #expect(
            text.contains("Apple") && !text.contains("Rue Cler") && !text.contains("Paris") && !text.contains("Lyon"))
    }

    @Test(
        .enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"), arguments: ["mkv", "webm"],
        ["location", "LOCATION", "Recording_Location", "GPS"])
    func `tags of Matroska that name a place go in any case`(format: String, tag: String) throws {
        let path = folder.path("in.\(format)")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=64x48:rate=10:duration=1", "-c:v", "libvpx", "-metadata",
            "\(tag)=+48.8584+002.2945/", "-metadata", "title=Kept", path,
        ])
        let before = try folder.read("in.\(format)")
        #expect(before.contains(Array("48.8584".utf8)))
        let after = try copyWithoutPositions(before, "out.\(format)")
        #expect(!after.contains(Array("48.8584".utf8)))
        #expect(after.contains(Array("Kept".utf8)))
        // Decoded to the end, with checksums looked at, without a word of error.
        try VideoLab.ffmpeg([
            "-err_detect", "crccheck+explode", "-xerror", "-i", folder.path("out.\(format)"), "-f", "null", "-",
        ])
    }

    @Test(arguments: 0..<200) func `broken files are no trap`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let names = [
            "moov", "trak", "mdia", "minf", "stbl", "stco", "stsz", "stsc", "hdlr", "meta", "keys", "ilst", "----",
            "co64",
        ]
        var bytes: [UInt8] = seed % 2 == 0 ? [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x12, 0x54, 0xC3, 0x67] : []
        for _ in 0..<40 {
            bytes += number(Int.random(in: 0...90, using: &random))
            bytes += Array((names.randomElement(using: &random) ?? "moov").utf8)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                bytes.append([0, 0, 0, 0xFF, 0x80, 1, 0x73, 0x67, 0xC8].randomElement(using: &random) ?? 0)
            }
        }
        let whole = seed % 4 == 1 ? number(bytes.count + 8) + Array("moov".utf8) + bytes : bytes
        let path = FilePath(try folder.write(whole, as: "a.mp4"))
        _ = try? PositionEraser.patches(ofVideo: path)
    }
}
