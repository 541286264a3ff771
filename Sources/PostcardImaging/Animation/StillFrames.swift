/// The frames of an animated WebP or PNG file, found and checked against the limits before pixels are decoded. Each frame is a still image.
struct StillFrames: Sendable {
    /// A frame, as described by its headers.
    struct Frame: Sendable {
        /// The frame's rectangle on the canvas.
        var rect: PixelRect
        /// The time until the next frame, in milliseconds.
        var delay: Int
        /// True if the frame is drawn over the canvas; false if it replaces its rectangle.
        var blends: Bool
        var disposal: FrameDisposal
        /// The ranges of the file that contain the frame's coded pixels.
        var data: [Range<Int>] = []
        /// True if all of the frame's coded pixels are in the file.
        var isComplete = false
    }

    let format: ImageFormat
    /// The size of every composited frame, as stored.
    let screen: PixelSize
    /// The frames in file order, at least one.
    let frames: [Frame]
    /// The number of repetitions after the first playback; 0 means endless, and `nil` means none.
    let loopCount: Int?
    /// Tolerated damage after or within the last frame.
    let damage: ImageError?
    /// The orientation that turns composited frames upright.
    let orientation: Orientation
    /// The parts of the file that all frames need: the color chunks of a PNG, the color profile of a WebP.
    private let shared: [Range<Int>]

    /// The maximum size of the shared parts in bytes. Larger parts are omitted, because the shared parts are copied for each frame.
    static let sharedLimit = 1 << 16

    /// Finds the frames of an opened file. `nil` for a still image.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` as soon as the headers read so far exceed a limit. With code `truncated` or
    ///   `damaged`, the message states the number of complete frames.
    init?(_ file: any ImageFile, in bytes: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
        guard file.mayBeAnimated else { return nil }
        let header = file.header
        try options.limits.check(size: header.storedSize)
        var scan = Scan(screen: header.storedSize, limits: options.limits)
        if let file = file as? WebPFile {
            try file.read(into: &scan)
        } else {
            try PNGFrames.read(bytes, into: &scan)
        }
        guard let last = scan.frames.last else {
            if let damage = scan.damage { throw damage }
            return nil
        }
        let whole = last.isComplete ? scan.frames.count : scan.frames.count - 1
        damage = scan.damage.map {
            ImageError($0.code, "\($0.message) It has \(whole) complete frame\(whole == 1 ? "" : "s").")
        }
        if let damage, !options.toleratesDamage { throw damage }
        format = header.format
        screen = header.storedSize
        frames = last.data.isEmpty && scan.frames.count > 1 ? scan.frames.dropLast() : scan.frames
        loopCount = scan.plays == 1 ? nil : max(0, scan.plays - 1)
        orientation = options.appliesOrientation ? header.orientation : .up
        shared = scan.shared
    }

    /// Decodes a frame. Returns the frame's picture and the tolerated damage.
    func picture(
        _ index: Int, in bytes: [UInt8], options: DecodingOptions
    ) throws(ImageError) -> (image: Image, warnings: [String]) {
        let frame = frames[index]
        var still = DecodingOptions(limits: options.limits, toleratesDamage: options.toleratesDamage)
        still.appliesOrientation = false
        still.limits.bytes = .max
        do throws(ImageError) {
            guard format == .png else { return try picture(frame, in: bytes, options: still) }
            let file = bytes.span.bytes.withBuffer { PNGFrames.still(of: frame, shared: shared, in: $0) }
            let decoded = try DecodedImage(file, options: still)
            return (decoded.image, decoded.warnings)
        } catch {
            throw error.naming("Frame \(index + 1) of \(frames.count)")
        }
    }

    /// Decodes a frame of a WebP file.
    private func picture(
        _ frame: Frame, in bytes: [UInt8], options: DecodingOptions
    ) throws(ImageError) -> (image: Image, warnings: [String]) {
        let size = frame.rect.size
        return try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
            let picture = WebPPicture(
                data: UnsafeRawBufferPointer(rebasing: buffer[frame.data[0]]), rect: PixelRect(size),
                isComplete: frame.isComplete, profile: shared.first.map { Array(buffer[$0]) }, byteCount: buffer.count)
            let reader = try picture.reader(size: size, canvas: size, recovers: options.toleratesDamage)
            return try PictureAssembly.picture(from: reader, at: size, options, isLinear: false)
        }
    }

    /// The frames found so far.
    struct Scan {
        let screen: PixelSize
        private let limits: DecodingLimits
        private(set) var frames: [Frame] = []
        private var pixels = 0
        /// The number of playbacks; 0 means endless.
        var plays = 0
        var shared: [Range<Int>] = []
        var damage: ImageError?
        /// True if only the first frame is needed.
        var endsAfterFirst = false

        init(screen: PixelSize, limits: DecodingLimits) {
            self.screen = screen
            self.limits = limits
        }

        /// Adds a frame, and checks the limits. Returns false if the frame is not needed, or if it extends beyond the canvas, which is
        /// recorded as damage.
        mutating func append(_ frame: Frame) throws(ImageError) -> Bool {
            if endsAfterFirst, !frames.isEmpty { return false }
            guard frame.rect.clipped(to: screen) == frame.rect else {
                damage = .damaged("Frame \(frames.count + 1) extends beyond the picture.")
                return false
            }
            frames.append(frame)
            pixels += screen.area
            try limits.check(frameCount: frames.count)
            try limits.check(pixelCount: pixels, size: screen, frames: frames.count)
            return true
        }

        /// Adds coded pixels to the last frame. `isComplete` is true if all coded pixels of the frame are in the file.
        mutating func append(data: Range<Int>, isComplete: Bool) {
            guard !frames.isEmpty else { return }
            frames[frames.count - 1].data.append(data)
            frames[frames.count - 1].isComplete = isComplete
        }
    }
}
