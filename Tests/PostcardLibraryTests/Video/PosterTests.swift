import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

/// Video frames as shown.
@Suite(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
struct PosterTests {
    let lab: JournalLab

    init() throws { lab = try JournalLab() }

    private func poster(of path: String) async throws -> (entry: Entry, image: Image) {
        let entry = try await lab.library.addEntry(text: "video", media: [.file(FilePath(path))])
        let peek = try #require(try await lab.library.peek(of: entry.id.rawValue).first)
        #expect(peek.problem == nil)
        return (entry, try Image(decoding: PictureFile.read(peek.path, maximumBytes: 1 << 22)))
    }

    /// The left half of the clip is diffuse white (203 cd/m²), the right half middle gray (26 cd/m²), as in ITU-R BT.2408.
    @Test(
        .enabled(if: VideoLab.hasHDR, "needs libx265 and zscale"),
        arguments: [("smpte2084", 0.58, 0.38), ("arib-std-b67", 0.75, 0.38)])
    func `HDR brightness is reduced to the range of a screen`(transfer: String, white: Double, gray: Double)
        async throws
    {
        let clip = lab.folder.path("\(transfer).mp4")
        // The levels have narrow range in 10 bits.
        let levels = [white, gray].map { Int(64 + $0 * 876) }
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=black:size=256x144:rate=10:duration=1",
            "-vf", "format=yuv420p10le,geq=lum='if(lt(X,128),\(levels[0]),\(levels[1]))':cb=512:cr=512",
            "-c:v", "libx265", "-x265-params",
            "log-level=none:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc", "-color_primaries", "bt2020",
            "-color_trc", transfer, "-colorspace", "bt2020nc", clip,
        ])
        let image = try await poster(of: clip).image
        let (left, right) = (Int(image[16, 16].green), Int(image[image.size.width - 16, 16].green))
        // Without tone mapping, white is 58 % of 255 (PQ) and looks washed out; with too much, it is dark.
        #expect((175...255).contains(left), "white is \(left)")
        #expect((70...150).contains(right), "gray is \(right)")
        #expect(left - right > 60)
    }

    /// Rotations are clockwise, as in the matrix of a track (ISO/IEC 14496-12, 6.2.2).
    @Test(arguments: [(90, [0, 1, -1, 0]), (180, [-1, 0, 0, -1]), (270, [0, -1, 1, 0])])
    func `rotated videos are shown upright`(degrees: Int, matrix: [Int]) async throws {
        let clip = lab.folder.path("\(degrees).mp4")
        // The stored picture is red on the left.
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "color=blue:size=192x96:rate=10:duration=1", "-vf",
            "drawbox=x=0:y=0:w=48:h=96:color=red:t=fill", "-pix_fmt", "yuv420p", clip,
        ])
        try turn(clip, by: matrix)
        let (entry, image) = try await poster(of: clip)
        let isLevel = degrees == 180
        #expect(entry.media[0].width == (isLevel ? 192 : 96))
        #expect(entry.media[0].height == (isLevel ? 96 : 192))
        let (width, height) = (image.size.width, image.size.height)
        #expect(width == (isLevel ? 192 : 96))
        #expect(height == (isLevel ? 96 : 192))
        let red = [90: image[width / 2, 10], 180: image[width - 10, height / 2], 270: image[width / 2, height - 10]]
        let color = try #require(red[degrees])
        #expect(color.red > 180)
        #expect(color.blue < 80)
    }

    private func turn(_ clip: String, by matrix: [Int]) throws {
        var bytes = Array(try Data(contentsOf: URL(filePath: clip)))
        let name = Array("tkhd".utf8)
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        for (index, place) in [(0, 0), (1, 1), (2, 3), (3, 4)] {
            // The matrix follows the four-byte name and 40 bytes with the version, times, number and duration.
            let start = header + 44 + 4 * place
            let value = withUnsafeBytes(of: Int32(matrix[index] << 16).bigEndian) { Array($0) }
            bytes.replaceSubrange(start..<start + 4, with: value)
        }
        try Data(bytes).write(to: URL(filePath: clip))
    }
}
