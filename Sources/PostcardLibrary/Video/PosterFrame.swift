package import PostcardImaging
package import SystemPackage

/// The search for a video's poster, the frame that represents the video best.
package struct PosterFrame: Sendable {
    let video: VideoFile
    let facts: VideoFacts
    let tools: MediaTools

    /// The maximum length of a poster's longer side in pixels.
    private static let maximumEdge = 1_920
    /// The positions of candidate frames as fractions of the duration, best first. Many videos start with black frames and end with a fade.
    private static let places = [0.15, 0.35, 0.55, 0.75, 0.05, 0.9]
    /// The score at which the search stops. A frame with this score is neither dark nor glaring, and has contrast.
    private static let goodScore = 0.25

    /// Returns the poster of a video, with sides of at most 1,920 pixels, or the reason why there is no poster.
    ///
    /// - Throws: `CancellationError`.
    package static func find(in video: VideoFile, by tools: MediaTools) async throws -> Result<Image, MediaFailure> {
        try await frame(of: video, by: tools).map { $0.image }
    }

    /// Returns the poster of a video as a JPEG file, with sides of at most 1,920 pixels.
    ///
    /// - Throws: `FileError` with code `unsupported` if ffmpeg is missing or can't read the file, and others; `CancellationError`.
    package static func file(of path: FilePath, by tools: MediaTools) async throws -> [UInt8] {
        do {
            return try await frame(of: VideoFile(path), by: tools).get().file
        } catch let failure as MediaFailure {
            throw failure.error(of: path)
        }
    }

    private typealias Frame = (image: Image, file: [UInt8])

    private static func frame(of video: VideoFile, by tools: MediaTools) async throws -> Result<Frame, MediaFailure> {
        switch try await VideoFacts.read(video, by: tools) {
        case .success(let facts): return try await PosterFrame(video: video, facts: facts, tools: tools).find()
        case .failure(let failure): return .failure(failure)
        }
    }

    /// Returns the best of several frames, or the reason why there is no frame.
    private func find() async throws -> Result<Frame, MediaFailure> {
        var best: (score: Double, frame: Frame)?
        var problem = "no frames were found"
        search: for time in times {
            switch try await frame(at: time) {
            case .failure(.missing): return .failure(.missing)
            case .failure: problem = "no frame can be decoded"
            case .success(let bytes):
                guard let image = try? Image(decoding: bytes) else { continue }
                let score = try Self.score(of: image)
                if score > best?.score ?? -1 { best = (score, (image, bytes)) }
                if score >= Self.goodScore { break search }
            }
        }
        return best.map { .success($0.frame) } ?? .failure(.unreadable(problem))
    }

    /// The times of candidate frames in seconds. If the duration is unknown, the times are close to the start.
    private var times: [Double] {
        guard let duration = facts.duration else { return [1, 3, 0] }
        // The first frame may be readable even if seeking to other times fails, as in a truncated file.
        return Self.places.map { $0 * duration } + [0]
    }

    /// Returns the frame at the given time, in seconds, as an upright JPEG file.
    func frame(at time: Double) async throws -> MediaTool.Outcome {
        let before = ["-v", "error", "-nostdin", "-threads", "1", "-ss", "\((time * 1_000).rounded() / 1_000)"]
        let after = [
            "-map", "0:V:0", "-frames:v", "1", "-threads", "1", "-filter_threads", "1", "-an", "-sn", "-c:v", "mjpeg",
            "-q:v", "2", "-f", "image2pipe", "pipe:1",
        ]
        func frame(toneMapping: Bool) async throws -> MediaTool.Outcome {
            try await tools.ffmpeg.run(
                before + MediaTool.input + ["-vf", filter(toneMapping: toneMapping)] + after, reading: video,
                outputLimit: 32 << 20)
        }
        let outcome = try await frame(toneMapping: facts.isHDR)
        guard facts.isHDR, case .failure(.unreadable) = outcome else { return outcome }
        // Some versions of ffmpeg lack zscale. A pale poster is better than no poster.
        return try await frame(toneMapping: false)
    }

    /// Returns the filters. ffmpeg rotates frames upright before applying them.
    private func filter(toneMapping: Bool) -> String {
        let size = Resize(into: .square(Self.maximumEdge)).size(for: facts.size)
        let scale = "scale=\(size.width):\(size.height),setsar=1"
        guard toneMapping else { return "\(scale),format=yuvj420p" }
        // Scaling comes first, because the other filters use floating-point numbers.
        return "\(scale),\(Self.toneMapping(range: "full")),format=yuvj420p"
    }

    /// Returns the filters that convert HDR to BT.709. 203 cd/m² is diffuse white (ITU-R BT.2408).
    static func toneMapping(range: String) -> String {
        "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=\(range)"
    }

    /// Returns the spread of brightness, reduced for pictures that are almost entirely dark or white.
    static func score(of image: Image) throws(ImageError) -> Double {
        let small = try image.resized(to: Resize(into: .square(48)).size(for: image.size))
        var sum = 0.0
        var squares = 0.0
        for y in 0..<small.size.height {
            for x in 0..<small.size.width {
                let color = small[x, y]
                // Rec. 601 luma.
                let luma = (0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue)) / 255
                sum += luma
                squares += luma * luma
            }
        }
        let count = Double(small.size.area)
        let mean = sum / count
        let deviation = max(0, squares / count - mean * mean).squareRoot()
        let exposure = min(1, mean / 0.2, (1 - mean) / 0.1)
        return deviation * exposure * 2
    }
}
