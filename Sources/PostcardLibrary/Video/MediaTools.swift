/// The ffmpeg programs that read and make videos.
package struct MediaTools: Sendable {
    let ffmpeg: MediaTool
    let ffprobe: MediaTool

    /// The programs in PATH.
    package static let system = MediaTools(ffmpeg: "ffmpeg", ffprobe: "ffprobe")

    /// Finds the programs with these names in PATH.
    package init(ffmpeg: String, ffprobe: String) {
        self.ffmpeg = MediaTool(name: ffmpeg)
        self.ffprobe = MediaTool(name: ffprobe)
    }

    /// True if videos can be read: both programs and `/dev/fd` exist.
    package var areInstalled: Bool { ffmpeg.isInstalled && ffprobe.isInstalled }
}
