import Foundation

/// Clips that a test makes with ffmpeg.
public enum VideoLab {
    private static let program = "/usr/bin/ffmpeg"

    /// Whether it is installed.
    public static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: program)

    /// Whether ffmpeg can write HDR, and can read it as `PosterFrame` does.
    public static let hasHDR: Bool = {
        guard hasFFmpeg else { return false }
        let encoders = try? output(["-hide_banner", "-encoders"])
        let filters = try? output(["-hide_banner", "-filters"])
        return encoders?.contains("libx265") == true && filters?.contains("zscale") == true
    }()

    /// Whether ffmpeg can write HEVC.
    public static let hasHEVC = (try? output(["-hide_banner", "-encoders"]))?.contains("libx265") == true

    /// The streams of a file: codec, and of pictures width, height and the form of their pixels.
    public static func streams(of path: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffprobe")
        let entries = "stream=codec_name,width,height,pix_fmt"
        process.arguments = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Runs ffmpeg, which must succeed; the last argument is the file it writes.
    public static func ffmpeg(_ arguments: [String]) throws {
        _ = try output(["-v", "error", "-nostdin", "-y"] + arguments)
    }

    private static func output(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return String(decoding: data, as: UTF8.self)
    }
}
