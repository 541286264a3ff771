import PostcardFixtures
import Synchronization
import Testing

@testable import PostcardImaging

/// PNG files with a large number of text chunks.
struct PNGTextTests {
    private struct Stop: Error {}

    private static let name = Array("Raw profile type exif\0".utf8)

    /// The fixture with chunks inserted before its pixels.
    private static func file(_ name: String, with chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
        let file = Fixture.small(name).bytes
        var coded = Array(file[..<33])
        for (type, data) in chunks {
            coded += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
            coded += Array(type.utf8) + data + [0, 0, 0, 0]
        }
        return coded + file[33...]
    }

    private static func metadata(_ file: [UInt8]) throws -> Metadata {
        try file.withUnsafeBytes { try PNGFile($0).header.metadata }
    }

    @Test func `the first of several EXIF text chunks is used`() throws {
        #expect(try Self.metadata(Fixture.small("png-exif-in-text.png").bytes).dateTaken != nil)
        let broken = (type: "tEXt", data: Self.name + Array("\nexif\n 4\nzzzz".utf8))
        #expect(try Self.metadata(Self.file("png-exif-in-text.png", with: [broken])).dateTaken == nil)
        let other = (type: "tEXt", data: Array("Comment\0Raw profile type exif".utf8))
        #expect(try Self.metadata(Self.file("png-exif-in-text.png", with: [other])).dateTaken != nil)
    }

    @Test func `reading a header of many chunks can be stopped`() throws {
        let calls = Mutex(0)
        let file = Self.file("png-rgb-8.png", with: Array(repeating: (type: "tEXt", data: []), count: 5_000))
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: {
                calls.withLock { $0 += 1 }
                throw Stop()
            }) { _ = try ImageHeader(of: file) }
        }
        #expect(calls.withLock { $0 } == 1)
    }
}
