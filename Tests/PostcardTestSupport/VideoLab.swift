import Foundation

/// Makes clips with ffmpeg.
public enum VideoLab {
    private static let program = "/usr/bin/ffmpeg"

    /// True if ffmpeg is installed.
    public static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: program)

    /// True if ffmpeg can write HDR, and can read it as `PosterFrame` does.
    public static let hasHDR: Bool = {
        guard hasFFmpeg else { return false }
        let encoders = try? output(["-hide_banner", "-encoders"])
        let filters = try? output(["-hide_banner", "-filters"])
        return encoders?.contains("libx265") == true && filters?.contains("zscale") == true
    }()

    /// True if ffmpeg can write HEVC.
    public static let hasHEVC = (try? output(["-hide_banner", "-encoders"]))?.contains("libx265") == true

    /// Returns the streams of a file: the codec, and for video also width, height and pixel format.
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

    /// Runs ffmpeg, which must succeed. The last argument is the output file.
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
