internal import CPostcardShims
internal import Synchronization

/// Decodes the frames of an AVIF file, each of which may need those before it. Passes that share it take turns, and go back to the first
/// frame where they must.
final class AVIFFrames: Sendable {
    private struct State: ~Copyable {
        var colors: AV1Stream?
        var opacity: AV1Stream?
        /// The number of frames that the streams have decoded.
        var count = 0
    }

    private let sequence: AVIFSequence
    private let state = Mutex(State())

    init(_ sequence: AVIFSequence) {
        self.sequence = sequence
    }

    /// The picture of a frame, in sRGB.
    ///
    /// - Throws: `ImageError` with code `damaged`, `unsupported` where libaom is missing, `limitExceeded`, `outOfMemory`.
    func picture(_ index: Int, in bytes: [UInt8], options: DecodingOptions) throws(ImageError) -> DecodedFrame {
        try state.withLock { (state) throws(ImageError) in
            if state.count > index || state.colors == nil {
                state.colors = try AV1Stream(sequence.colors)
                state.opacity = try sequence.opacity.map { (track) throws(ImageError) in try AV1Stream(track) }
                state.count = 0
            }
            guard let colors = state.colors else { throw .damaged("The AVIF file has no frames.") }
            let opacity = state.opacity
            do throws(ImageError) {
                while state.count <= index {
                    try colors.decode(state.count, in: bytes, isGray: false, limits: options.limits)
                    try opacity?.decode(state.count, in: bytes, isGray: true, limits: options.limits)
                    state.count += 1
                }
            } catch {
                state.colors = nil
                throw ImageError(error.code, "Frame \(state.count + 1) of \(sequence.frameCount): \(error.message)")
            }
            let reader = try AVIFFrameReader(colors, opacity, of: sequence)
            var assembly = PictureAssembly(
                target: sequence.colors.size, options: DecodingOptions(limits: options.limits))
            return DecodedFrame(image: try assembly.image(from: reader), warnings: assembly.warnings)
        }
    }

    struct DecodedFrame: Sendable {
        var image: Image
        var warnings: [String]
    }
}

/// A stream of AV1 and its last picture, by libaom.
private final class AV1Stream {
    private let track: AVIFTrack
    private let planes: OpaquePointer

    init(_ track: AVIFTrack) throws(ImageError) {
        guard let planes = postcard_planes_open_av1() else {
            throw .unsupported("Reading AVIF files that move needs libaom. Install it, or convert the file first.")
        }
        self.track = track
        self.planes = planes
    }

    deinit { postcard_planes_free(planes) }

    func decode(_ index: Int, in bytes: [UInt8], isGray: Bool, limits: DecodingLimits) throws(ImageError) {
        let sample = track.samples[index].data.clamped(to: 0..<bytes.count)
        let data = (index == 0 ? track.headers : []) + bytes[sample]
        // A decoder takes memory for what the stream says of itself.
        if let coded = CodedSize.largest(inAV1: data) { try limits.check(size: coded) }
        let (width, height) = (Int32(track.size.width), Int32(track.size.height))
        let colors = track.codePoints
        let isDecoded =
            isGray
            ? postcard_planes_decode_next_gray(planes, data, data.count, width, height)
            : postcard_planes_decode_next(
                planes, data, data.count, width, height, Int32(colors?.matrix ?? -1), colors?.isFullRange ?? false)
        guard isDecoded else {
            throw .damaged("It cannot be decoded: the file is damaged.")
        }
    }

    func row(_ y: Int, into row: UnsafeMutablePointer<Int32>, isGray: Bool) {
        let count = track.size.width
        row.withMemoryRebound(to: UInt32.self, capacity: count) { row in
            if isGray {
                postcard_planes_gray_row(planes, y, row, count)
            } else {
                postcard_planes_row(planes, 0, y, row, count)
            }
        }
    }
}

/// Rows of a frame.
private final class AVIFFrameReader: RowReader {
    private let colors: AV1Stream
    private let opacity: AV1Stream?
    private let alphaRow: PixelBuffer?
    private let isPremultiplied: Bool
    private var rowsRead = 0
    let size: PixelSize
    let colorSpace: ColorSpace
    var isOpaque: Bool { opacity == nil }

    init(_ colors: AV1Stream, _ opacity: AV1Stream?, of sequence: AVIFSequence) throws(ImageError) {
        self.colors = colors
        self.opacity = opacity
        size = sequence.colors.size
        colorSpace = sequence.colorSpace
        isPremultiplied = sequence.isPremultiplied
        alphaRow = opacity == nil ? nil : try PixelBuffer(PixelSize(width: size.width, height: 1))
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        colors.row(rowsRead, into: row, isGray: false)
        if let opacity, let alpha = alphaRow?.row(0) {
            opacity.row(rowsRead, into: alpha, isGray: true)
            Premultiplication.combine(row, alpha: alpha, count: size.width, isPremultiplied: isPremultiplied)
        }
        rowsRead += 1
    }
}
