import PostcardFiles
import Testing

struct VideoContainerTests {
    private static let packets = (0..<256).map { $0 % 188 == 0 ? 0x47 : UInt8($0 & 0x3F) }

    private static let heads: [(head: [UInt8], ending: String)] = [
        (Array("\0\0\0\u{18}ftypisom".utf8), "mp4"), (Array("\0\0\0\u{18}ftypqt  ".utf8), "mov"),
        (Array("\0\0\0\u{18}ftyp3gp5".utf8), "3gp"), (Array("\0\0\0\u{8}wide\0\0\0\0mdat".utf8), "mov"),
        ([0x1A, 0x45, 0xDF, 0xA3] + Array("B\u{2}webm".utf8), "webm"),
        ([0x1A, 0x45, 0xDF, 0xA3] + Array("matroska".utf8), "mkv"), (Array("RIFF....AVI LIST".utf8), "avi"),
        (Array("OggS".utf8), "ogv"), (Array("FLV\u{1}".utf8), "flv"), ([0, 0, 1, 0xBA], "mpg"),
        ([0, 0, 1, 0xB3], "mpg"),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E], "wmv"), (packets, "ts"),
    ]

    @Test(arguments: heads)
    func `a video is recognized by its first bytes`(head: [UInt8], ending: String) {
        #expect(VideoContainer.fileExtension(sniffing: head) == ending)
        let more = head + [UInt8](repeating: 0, count: 512)
        #expect(VideoContainer.fileExtension(sniffing: Array(more.prefix(VideoContainer.headLength))) == ending)
    }

    private static let others: [[UInt8]] = [
        [], [0x47], Array("RIFF....WAVE".utf8), Array("RIFF....WEBP".utf8), [0xFF, 0xD8, 0xFF], [0, 0, 1, 0],
        [UInt8](repeating: 0x47, count: 188), Array("moov".utf8),
    ]

    @Test(arguments: others)
    func `other files are not videos`(head: [UInt8]) {
        #expect(VideoContainer.fileExtension(sniffing: head) == nil)
    }
}
