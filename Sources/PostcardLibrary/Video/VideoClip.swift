import PostcardFiles
import PostcardImaging
import PostcardMemes
import SystemPackage

/// Makes a meme from the kept part of a video by calling ffmpeg.
struct VideoClip: Sendable {
    let video: VideoFile
    let name: String
    let facts: VideoFacts
    var meme: VideoMeme

    /// Re-encodes the video with the captions on it. `rate` is the maximum number of bits per second of the picture; `nil` for no limit.
    func writeVideo(to file: FilePath, as format: VideoMeme.Format, rate: Int?) async throws -> VideoMeme.Made {
        let size = meme.size(of: facts.size, isVideo: true)
        let length = duration.map { $0 * 1_000 }
        let letters = try VideoCaptionFiles(
            try await placed(on: size), on: size, length: length.flatMap { Int(exactly: $0.rounded()) },
            in: file.removingLastComponent(), isolation: meme.limits.isolation)
        defer { letters.remove() }
        let lettering = letters.lettering
        let canvas = lettering.canvasSize
        let boxing = boxing(PixelSize(width: canvas.width & ~1, height: canvas.height & ~1))
        var made = VideoMeme.Made(size: boxing.size, reports: lettering.reports)
        let (codecs, sounds) = (codecs(of: format, rate: rate), sounds(of: format))
        func arguments(toneMapping: Bool, sound: [String]) -> [String] {
            ["-v", "error", "-nostdin", "-y", "-xerror"] + part + MediaTool.input
                + letters.input
                + [
                    "-filter_complex",
                    graph(size, lettering, canvas, toneMapping: toneMapping) + boxing.filters + "[out]",
                ]
                + ["-map", "[out]", "-map", "0:a:0?", "-map_metadata", "-1", "-map_chapters", "-1"]
                + sound + codecs + ["-fflags", "+bitexact", "-f", format.rawValue, "file:\(file)"]
        }
        var outcome = try await run(arguments(toneMapping: facts.isHDR, sound: sounds[0]))
        if case .failure(.unreadable) = outcome {
            // Not every container supports every audio codec. The second attempt re-encodes the sound.
            if case .success = try await run(arguments(toneMapping: facts.isHDR, sound: sounds[1])) { return made }
            if facts.isHDR, case .success = try await run(arguments(toneMapping: false, sound: sounds[1])) {
                made.warnings.append("This version of ffmpeg lacks zscale, so HDR colors look pale.")
                outcome = .success([])
            }
        }
        _ = try result(of: outcome)
        return made
    }

    /// Decodes the frames with ffmpeg, and draws and encodes them in this process.
    func writeFrames(to file: FilePath, as encoding: EncodingOptions) async throws -> VideoMeme.Made {
        let size = meme.size(of: facts.size, isVideo: false)
        let rate = meme.rate(of: facts)
        let limits = meme.limits
        if let duration {
            let count = Int(min(1e9, duration * rate))
            try check(frames: count, of: size)
        }
        let filter = ["fps=\(rate)", scaling(size, toneMapping: facts.isHDR, matrix: ""), "format=rgb24"].joined(
            separator: ",")
        let outcome = try await run(
            ["-v", "error", "-nostdin", "-xerror"] + part + MediaTool.input
                + ["-map", "0:V:0", "-vf", filter, "-an", "-sn", "-f", "rawvideo", "pipe:1"],
            outputLimit: min(limits.pixels, 1 << 29) * 3, shareOfWork: 0.5)
        let bytes = try result(of: outcome)
        let length = size.area * 3
        let count = bytes.count / length
        guard count > 0 else { throw LibraryError(.invalidValue, "The selected part of \(name) has no frames.") }
        try check(frames: count, of: size)
        let placed = try await placed(on: size)
        return try ImageWork.run {
            let time = { (frame: Int) in Int((Double(frame) * 1_000 / rate).rounded()) }
            var timed = try TimedLettering(
                placed, on: size, length: time(count), pixelLimit: limits.pixels, isolation: limits.isolation)
            let first = try timed.lettering(at: 0)
            var encoder = try AnimationEncoder(size: first.canvasSize, encoding: encoding)
            for index in 0..<count {
                try ImageWork.checkpoint()
                let image = try Image(size: size, rgb: bytes[index * length..<(index + 1) * length])
                let lettering = try timed.lettering(at: time(index))
                try encoder.append(lettering.applied(to: image), delay: time(index + 1) - time(index))
                meme.onProgress?(0.5 + 0.5 * Double(index + 1) / Double(count))
            }
            try PictureFile.write(encoder.finish(), to: file, replacing: true)
            return VideoMeme.Made(size: first.canvasSize, reports: first.reports)
        }
    }

    /// Returns the meme with captions that avoid detail in frames at the start, in the middle and at the end.
    private func placed(on size: PixelSize) async throws -> Meme {
        guard meme.meme.avoidsDetail else { return meme.meme }
        let start = meme.start ?? 0
        let stop = min(facts.duration ?? start, meme.stop ?? .infinity)
        var frames: [Image] = []
        for share in [0.05, 0.5, 0.95] {
            let outcome = try await PosterFrame(video: video, facts: facts, tools: meme.tools).frame(
                at: start + (stop - start) * share)
            guard case .success(let bytes) = outcome, let frame = try? Image(decoding: bytes) else { continue }
            frames.append(try kept(of: frame))
        }
        return try meme.meme.avoidingDetail(of: frames, on: size)
    }

    /// Returns the kept part of a frame. The frame may be smaller than the video's frames.
    private func kept(of frame: Image) throws(ImageError) -> Image {
        guard let crop = meme.crop(of: facts.size) else { return frame }
        let scale = Double(frame.size.width) / Double(facts.size.width)
        func scaled(_ length: Int) -> Int { Int(Double(length) * scale) }
        return try frame.cropped(
            to: PixelRect(
                x: scaled(crop.x), y: scaled(crop.y), width: max(1, scaled(crop.width)),
                height: max(1, scaled(crop.height))))
    }

    private func check(frames count: Int, of size: PixelSize) throws {
        let limits = meme.limits
        do throws(ImageError) {
            try limits.check(resultFrames: count, of: size)
            guard count <= limits.frames else {
                throw ImageError(
                    .limitExceeded, "The result would have \(count) frames; the limit is \(limits.frames).")
            }
        } catch {
            throw error.withMessage(
                "\(name): \(error.message) Use part of the video, a smaller size or fewer frames per second.")
        }
    }

    /// The arguments for the kept part of the video.
    private var part: [String] {
        (meme.start.map { ["-ss", "\($0)"] } ?? []) + (meme.stop.map { ["-to", "\($0)"] } ?? [])
    }

    /// Returns the filters that crop and scale frames. `matrix` contains scaling options for the conversion of RGB colors.
    private func scaling(_ size: PixelSize, toneMapping: Bool, matrix: String) -> String {
        func scale(_ size: PixelSize) -> String { "scale=\(size.width):\(size.height)\(matrix),setsar=1" }
        var filters: [String] = []
        var kept = facts.size
        if let crop = meme.crop(of: facts.size) {
            kept = PixelSize(width: crop.width, height: crop.height)
            filters += [scale(facts.size), "crop=\(crop.width):\(crop.height):\(crop.x):\(crop.y)"]
        }
        if size == PixelSize(width: kept.width & ~1, height: kept.height & ~1) {
            // Cutting off an odd column or row keeps the rest sharp.
            filters += [scale(kept), "crop=\(size.width):\(size.height):0:0"]
        } else {
            filters.append(scale(size))
        }
        if toneMapping { filters.append(PosterFrame.toneMapping(range: "limited")) }
        return filters.joined(separator: ",")
    }

    /// Returns the filter graph, which draws the captions over the video. If there is a background, its color pads the video.
    private func graph(
        _ size: PixelSize, _ lettering: MemeLettering, _ canvas: PixelSize, toneMapping: Bool
    ) -> String {
        var video = meme.framesPerSecond.map { "fps=\($0)," } ?? ""
        // Without a matrix, the colors of large pictures would be stored as BT.601 and shown as BT.709.
        let conversion = meme.isPicture ? ":out_color_matrix=bt709:out_range=tv" : ""
        video += scaling(size, toneMapping: toneMapping, matrix: conversion)
        video += ",format=\(meme.keepsAlpha ? "yuva420p" : "yuv420p")"
        if let background = lettering.background {
            let color = "0x\(background.css.dropFirst().prefix(6))"
            let (x, y) = lettering.origin
            video += ",pad=\((canvas.width + 1) & ~1):\((canvas.height + 1) & ~1):\(x):\(y):\(color)"
        }
        let matrix = facts.isBT709 || toneMapping || meme.isPicture ? "bt709" : "bt601"
        return "[0:V:0]\(video)[video];[1:v]scale=out_color_matrix=\(matrix):out_range=tv,format=yuva420p[letters];"
            + "[video][letters]overlay=format=yuv420,crop=\(canvas.width & ~1):\(canvas.height & ~1):0:0"
    }

    /// The duration of the kept part in seconds; `nil` if it is unknown.
    var duration: Double? { facts.duration.map { min($0, meme.stop ?? $0) - (meme.start ?? 0) } }

    private func run(
        _ arguments: [String], outputLimit: Int = 1 << 10, shareOfWork: Double = 1
    ) async throws -> MediaTool.Outcome {
        guard let onProgress = meme.onProgress, let duration, duration > 0 else {
            return try await meme.tools.ffmpeg.run(
                arguments, reading: video, outputLimit: outputLimit, timeLimit: meme.timeLimit)
        }
        return try await meme.tools.ffmpeg.run(
            MediaTool.progress + arguments, reading: video, outputLimit: outputLimit,
            timeLimit: meme.timeLimit
        ) { seconds in onProgress(min(1, max(0, seconds / duration)) * shareOfWork) }
    }

    private func result(of outcome: MediaTool.Outcome) throws(LibraryError) -> [UInt8] {
        switch outcome {
        case .success(let bytes): return bytes
        case .failure(.missing): throw VideoMeme.missing
        case .failure(.unreadable(let reason)) where reason.contains("ncoder"):
            throw LibraryError(
                .unsupported,
                "This version of ffmpeg lacks an encoder: \(reason). Install ffmpeg with libx264 and libvpx.")
        case .failure(.unreadable):
            throw LibraryError(
                .unsupported,
                "ffmpeg can't make a meme from \(name). The video may be damaged, or ffmpeg may lack memory, a decoder or the libx264 encoder."
            )
        }
    }
}

/// The caption files for ffmpeg: a picture, or a list of pictures with durations.
struct VideoCaptionFiles {
    let lettering: MemeLettering
    /// The ffmpeg arguments that add the caption files as an input.
    private(set) var input: [String] = []
    private var files: [FilePath] = []

    /// Writes the files to `folder`. `length` is the duration of the video in milliseconds; `nil` if it is unknown.
    init(_ meme: Meme, on size: PixelSize, length: Int?, in folder: FilePath, isolation: Isolation?) throws {
        var timed = try TimedLettering(
            meme, on: size, length: length, pixelLimit: DecodingLimits.default.pixels, isolation: isolation)
        lettering = try timed.lettering(at: 0)
        do {
            let times = [0] + timed.changes
            var list = "ffconcat version 1.0\n"
            for (index, time) in times.enumerated() {
                let picture = try add(timed.lettering(at: time).layer().encoded(as: .png), in: folder)
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

    /// Removes the caption files.
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
