import Foundation
import PostcardCore
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct VideoFilterTests {
    let folder: TemporaryFolder
    private static let secret = Array("48.8584".utf8)

    init() throws { folder = try TemporaryFolder() }

    private func filtered(_ bytes: [UInt8], _ name: String = "a.mp4") throws -> [UInt8]? {
        try VideoFilter.edit(of: FilePath(folder.write(bytes, as: name)))?.applied(to: bytes)
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(name.utf8) + content
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// A track with one chunk of two samples at an offset.
    private func track(
        _ kind: String, _ id: Int, at offset: Int, count: Int, format: String = "mp4v", _ more: [UInt8] = []
    )
        -> [UInt8]
    {
        let tables =
            box("stsd", number(0) + number(1) + box(format, [0, 0]))
            + box("stsz", number(0) + number(0) + number(2) + number(10) + number(count - 10))
            + box("stsc", number(0) + number(1) + number(1) + number(2) + number(1))
            + box("stco", number(0) + number(1) + number(offset))
        let handler = box("hdlr", number(0) + number(0) + Array(kind.utf8) + number(0))
        let head = box("tkhd", number(0) + number(0) + number(0) + number(id) + number(0))
        return box("trak", head + box("mdia", handler + box("minf", box("stbl", tables))) + more)
    }

    private let head: [UInt8] = [0, 0, 0, 12] + Array("ftypisom".utf8)
    private let picture = Array("pictures of a tower".utf8)

    /// A movie with `picture` as the samples of its video track.
    private func movie(_ parts: [UInt8] = [], data: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
        head + box("mdat", data + picture)
            + box("moov", track("vide", 1, at: head.count + 8 + data.count, count: picture.count) + parts) + after
    }

    @Test(arguments: ["gpmd", "camm", "djmd", "mebx", "tx3g"], ["meta", "text", "sbtl", "tmcd", "camm"])
    func `tracks of telemetry and text are dropped with their data`(format: String, kind: String) throws {
        let words = Array("Cafe by the sea, 48.8584".utf8)
        let start = head.count + 8
        let plain = movie(data: [UInt8](repeating: 0, count: words.count))
        let bytes = movie(track(kind, 2, at: start, count: words.count, format: format), data: words)
        let after = try #require(try filtered(bytes))
        #expect(after.count == bytes.count)
        #expect(after.starts(with: plain.dropLast(plain.count - start - words.count - picture.count)))
        #expect(after.contains(picture))
        #expect(!after.contains(Array(format.utf8)))
        #expect(after.contains(Array("vide".utf8)))
    }

    @Test(arguments: [
        "moov/udta/\u{A9}xyz", "moov/udta/loci", "moov/udta/GPMF", "moov/meta", "moov/uuid", "moov/trak/udta/name",
        "moov/trak/meta", "moov/gps ", "uuid", "meta", "free", "skip", "sefd", "mpvd", "inst",
    ]) func `other boxes of a movie are dropped`(path: String) throws {
        var content = Self.secret
        var names = path.split(separator: "/").map(String.init)
        let isInTrack = names.starts(with: ["moov", "trak"])
        if names[0] == "moov" { names.removeFirst() }
        if isInTrack { names.removeFirst() }
        for name in names.reversed() {
            let latin1 = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            content = number(content.count + 8) + latin1 + content
        }
        let start = head.count + 8
        let track = track("vide", 1, at: start, count: picture.count, isInTrack ? content : [])
        let data = box("mdat", picture)
        let bytes =
            path.hasPrefix("moov")
            ? head + data + box("moov", track + (isInTrack ? [] : content)) : head + data + content + box("moov", track)
        let after = try #require(try filtered(bytes))
        #expect(!after.contains(Self.secret))
        #expect(after.contains(picture))
        #expect(after.count == bytes.count)
        // At the end of the file, the box is cut off.
        let end = try #require(try filtered(movie(after: content)))
        #expect(path.hasPrefix("moov") || end == movie())
    }

    @Test(arguments: [
        "48.8584 8db42d694ccc418790edff439fe026bf", "\0\0\0\0\0\0\0\08db42d69", "\u{7F}\u{7F}\u{7F}\u{7F}free", "x",
    ])
    func `data after the last box is cut off`(tail: String) throws {
        #expect(try filtered(movie(after: Array(tail.utf8))) == movie())
    }

    @Test func `texts under Apple and iTunes keys are kept if they are allowed`() throws {
        func data(_ text: String) -> [UInt8] { box("data", number(1) + number(0) + Array(text.utf8)) }
        let keys = ["LOCATION", "com.apple.quicktime.location.name", "com.apple.quicktime.make"]
        let list = box("keys", number(0) + number(3) + keys.flatMap { box("mdta", Array($0.utf8)) })
        let values = ["Paris", "Rue Cler", "Apple"].enumerated().flatMap { index, text -> [UInt8] in
            let content = data(text)
            return number(content.count + 8) + number(index + 1) + content
        }
        let handler = box("hdlr", number(0) + number(0) + Array("mdta".utf8) + number(0))
        let other = box("hdlr", number(0) + number(0) + Array("mdir".utf8) + number(0))
        let free = box("----", box("mean", number(0)) + box("name", number(0) + Array("Location".utf8)) + data("Lyon"))
        let items = box("ilst", free + box("cprt", data("Ann")) + box("covr", data("Nice")))
        let meta = box("meta", handler + list + box("ilst", values))
        let user = box("udta", box("meta", number(0) + other + items))
        let text = String(decoding: try #require(try filtered(movie(meta + user), "a.mov")), as: UTF8.self)
        for kept in ["Apple", "Ann", "com.apple.quicktime.make"] { #expect(text.contains(kept)) }
        for gone in ["Rue Cler", "Paris", "Lyon", "Nice", "ocation", "LOCATION"] { #expect(!text.contains(gone)) }
    }

    @Test func `telemetry in fragments is blanked`() throws {
        let words = Array("48.8584, 2.2945".utf8)
        func part(_ id: Int, at offset: Int, _ count: Int) -> [UInt8] {
            box(
                "traf",
                box("tfhd", number(0x20000) + number(id))
                    + box("trun", number(0x201) + number(1) + number(offset) + number(count)))
        }
        func empty(_ kind: String, _ id: Int) -> [UInt8] {
            let bytes = track(kind, id, at: 0, count: 10)
            let tables = ["stsz", "stsc", "stco"].map { Array($0.utf8) }
            // Removes all samples from the tables.
            return bytes.indices.reduce(into: bytes) { copy, index in
                guard index + 12 <= bytes.count, tables.contains(Array(bytes[index..<index + 4])) else { return }
                let isSizes = bytes[index..<index + 4].elementsEqual("stsz".utf8)
                copy.replaceSubrange(index + (isSizes ? 12 : 8)..<index + (isSizes ? 16 : 12), with: number(0))
            }
        }
        let index = box("moov", empty("vide", 1) + empty("meta", 2) + box("mvex", []))
        let length = box("moof", part(1, at: 0, 0) + part(2, at: 0, 0)).count
        let fragment = box(
            "moof", part(1, at: length + 8, picture.count) + part(2, at: length + 8 + picture.count, words.count))
        let bytes = head + index + fragment + box("mdat", picture + words)
        let after = try #require(try filtered(bytes))
        #expect(after.count == bytes.count)
        #expect(after.contains(picture))
        #expect(after.suffix(words.count).allSatisfy { $0 == 0 })
        #expect(!after.contains(Array("meta".utf8)))
    }

    @Test(arguments: ["OggS\0", "FLV\u{1}", "\0\0\u{1}\u{3A}", "nothing", ""])
    func `unknown containers are not filtered`(head: String) throws {
        #expect(try filtered(Array(head.utf8) + [UInt8](repeating: 0, count: 300)) == nil)
    }

    @Test func `a movie that can't be parsed is not filtered`() throws {
        #expect(try filtered(head + box("mdat", picture)) == nil)
        #expect(try filtered(head + box("moov", track("meta", 1, at: 0, count: 20))) == nil)
        #expect(try filtered(head + box("moov", box("trak", []))) == nil)
    }

    @Test(
        .enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"), arguments: ["mkv", "webm", "avi", "mp4", "mov"],
        ["location", "LOCATION", "comment"])
    func `tags of real files are removed, and the files still play`(format: String, tag: String) throws {
        let path = folder.path("in.\(format)")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=64x48:rate=10:duration=1", "-f", "lavfi", "-i", "sine=duration=1",
            "-c:v",
            format == "webm" ? "libvpx" : "mpeg4", "-c:a",
            format == "avi" || format == "mov" ? "pcm_s16le" : format == "webm" ? "libvorbis" : "aac", "-metadata",
            "\(tag)=+48.8584+002.2945/", "-metadata", "title=Kept", path,
        ])
        let before = try folder.read("in.\(format)")
        let after = try #require(try filtered(before, "in.\(format)"))
        try folder.write(after, as: "out.\(format)")
        #expect(!after.contains(Array("48.8584".utf8)))
        #expect(after.contains(Array("Kept".utf8)))
        // Both videos are decoded completely and without errors, with checksum verification.
        for name in ["in", "out"] {
            try VideoLab.ffmpeg([
                "-err_detect", "crccheck+explode", "-xerror", "-i", folder.path("\(name).\(format)"), "-f", "framemd5",
                folder.path("\(name).md5"),
            ])
        }
        #expect(try folder.read("in.md5") == folder.read("out.md5"))
    }

    @Test(arguments: 0..<300) func `broken files do not crash the process`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let names = [
            "moov", "trak", "mdia", "minf", "stbl", "stco", "stsz", "stsc", "hdlr", "meta", "keys", "ilst", "----",
            "co64",
            "moof", "traf", "trun", "tfhd", "LIST", "strl",
        ]
        let heads: [[UInt8]] = [
            [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF], head, Array("RIFF\u{7F}\0\0\0AVI ".utf8),
        ]
        var bytes = heads[seed % 3]
        for _ in 0..<40 {
            bytes += number(Int.random(in: 0...90, using: &random))
            bytes += Array((names.randomElement(using: &random) ?? "moov").utf8)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                bytes.append([0, 0, 0, 0xFF, 0x80, 1, 0xA3, 0xAE, 0x16].randomElement(using: &random) ?? 0)
            }
        }
        if seed % 2 == 0 {
            bytes = movie(track("meta", 2, at: 20, count: 15))
            for _ in 0..<6 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
        }
        let after = try filtered(bytes)
        #expect(after?.count ?? 0 <= bytes.count)
    }
}
