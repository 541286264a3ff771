import PostcardFiles
import PostcardImaging
import PostcardMemes
import SystemPackage

/// Files for ffmpeg with the letters of a meme: a picture, or a list of pictures with the times for which each is shown.
struct VideoLetters {
    let lettering: MemeLettering
    /// ffmpeg's arguments for them as an input.
    private(set) var input: [String] = []
    private var files: [FilePath] = []

    /// Writes the files to `folder`. `length` is that of the video in milliseconds; `nil` where it is not known.
    init(_ meme: Meme, on size: PixelSize, length: Int?, in folder: FilePath) throws {
        var timed = try TimedLettering(
            meme, on: size, length: length, pixelLimit: DecodingLimits.default.pixels)
        lettering = try timed.lettering(at: 0)
        do {
            let times = [0] + timed.changes
            var list = "ffconcat version 1.0\n"
            for (index, time) in times.enumerated() {
                let picture = try add(timed.lettering(at: time).layer().encoded(.png), in: folder)
                input = ["-f", "png_pipe", "-i", "file:\(picture)"]
                list += "file \(picture.lastComponent?.string ?? "")\n"
                if index + 1 < times.count { list += "duration \(Double(times[index + 1] - time) / 1_000)\n" }
            }
            guard times.count > 1 else { return }
            input = ["-f", "concat", "-safe", "0", "-i", "file:\(try add(Array(list.utf8), in: folder))"]
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the files.
    func remove() {
        for file in files { _ = try? FileSystem.remove(file) }
    }

    private mutating func add(_ bytes: [UInt8], in folder: FilePath) throws -> FilePath {
        let path = PictureFile.temporaryPath(in: folder)
        try PictureFile.write(bytes, to: path, replacing: false)
        files.append(path)
        return path
    }
}
