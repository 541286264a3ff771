import PostcardFixtures
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardImaging

/// TIFF, HEIC, AVIF and JPEG XL files decoded in a separate process by `DecodingHelper`.
struct PictureProcessTests {
    private static let names = Fixture.small.map(\.name).filter { name in
        [".tif", ".heic", ".avif"].contains { name.hasSuffix($0) }
    }

    /// Compares the pixels, warnings and kinds of errors for the files and for damaged copies.
    @Test(arguments: names)
    func `a picture is the same in a separate process`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let count = TestScale.count(quick: 8, all: 30)
        let inside = try DecodingRun.mutants(of: bytes, count: count)
        let outside = try DecodingRun.mutants(of: bytes, count: count, isExternal: true)
        expectEqual(inside.count, count)
        expectEqual(inside, outside)
        try expectEqual(DecodingRun("whole", bytes, isExternal: true).outcome, "ok")
    }

    @Test(arguments: Bomb.all)
    func `a bomb uses only its own process's memory, within the limits`(bomb: Bomb) throws {
        let run = try DecodingRun("thumbnail", bomb.bytes, isExternal: true)
        #expect(bomb.outcome == nil || run.outcome == bomb.outcome, "\(run)")
        #expect(run.outcome != "signal", "\(run)")
        #expect(run.kilobytes < bomb.maximumKilobytes, "\(run)")
        #expect(run.childKilobytes < 160 << 10, "\(run)")
        #expect(run.complaints.isEmpty)
    }

    #if os(Linux)
        /// EPERM is 1 and ENOMEM is 12; 0 means that the call succeeds, because a decoder needs it.
        @Test func `a decoding process can't use files, the network, other processes or more memory`() throws {
            #expect(
                try DecodingRun.confined() == [
                    "open 1", "write 1", "socket 1", "spawn 1", "kill 1", "shared 1", "private 0", "large 12",
                    "thread 0",
                ])
        }
    #endif

    private static func options(_ run: @escaping Isolation.Run) -> DecodingOptions {
        var options = DecodingOptions()
        options.limits.isolation = Isolation(run)
        return options
    }

    /// Pixels with all bits set.
    private static func pixels(_ count: Int) -> SharedPixels {
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
        pixels.initializeMemory(as: UInt8.self, repeating: 0xFF)
        return SharedPixels(pixels) { $0.deallocate() }
    }

    @Test(arguments: ["", "what?", "\u{1E}", "\u{1E}{", "\u{1E}[]", "\u{1E}{\"isOpaque\": 1", "{\"isOpaque\": true}"])
    func `an invalid report from a decoding process causes an error`(report: String) throws {
        let options = Self.options { (_, request) throws(ImageError) in
            (Array(report.utf8), Self.pixels(request.pixelBytes))
        }
        let error = #expect(throws: ImageError.self) {
            try Image(decoding: Fixture.small("heic.heic").bytes, options: options)
        }
        #expect(error?.code == .damaged)
    }

    @Test func `a wrong number of pixels causes an error, and impossible bits are masked`() throws {
        let report = Array("noise\u{1E}{\"isOpaque\":false,\"warnings\":[\"w\"]}\n".utf8)
        func decoded(missing: Int) throws -> DecodedImage {
            try DecodedImage(
                Fixture.small("heic.heic").bytes,
                options: Self.options { (_, request) throws(ImageError) in
                    (report, Self.pixels(request.pixelBytes - missing))
                })
        }
        #expect(throws: ImageError.self) { try decoded(missing: 4) }
        let picture = try decoded(missing: 0)
        #expect(picture.warnings == ["w"])
        #expect(picture.image[0, 0] == Color(red: 255, green: 255, blue: 255, alpha: 0))
    }
}
