/// The frames of a WebP or PNG file that moves, found and bounded before any pixel is decoded. Each of them can be written as a file of its
/// own that stands still.
struct StillFrames: Sendable {
    /// The disposal of a frame's rectangle before the next frame is drawn.
    enum Disposal: Int {
        /// The frame stays.
        case keep = 0
        /// The rectangle becomes transparent.
        case clear = 1
        /// The rectangle gets back what it held before the frame.
        case restore = 2
    }

    /// One frame as its headers describe it.
    struct Frame: Sendable {
        /// On the screen.
        var rect: PixelRect
        /// Milliseconds.
        var delay: Int
        /// `true` to lay it over what is there, `false` to replace that.
        var blends: Bool
        var disposal: Disposal
        /// The coded pixels in the file.
        var data: [Range<Int>]
    }

    let format: ImageFormat
    /// The size of every composed frame as stored.
    let screen: PixelSize
    /// In file order, at least one.
    let frames: [Frame]
    /// 0 for endless, `nil` for once.
    let loopCount: Int?
    /// The damage behind the last frame, or within it, when that is forgiven.
    let damage: ImageError?
    /// How composed frames are turned upright.
    let orientation: Orientation
    /// The chunks in the file that all frames need: colours, profiles.
    let shared: [Range<Int>]

    /// Chunks for all frames are copied for each of them, so none longer than this is.
    static let sharedLimit = 1 << 16

    /// `true` if a file has frames, by its first bytes.
    static func isAnimation(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch ImageFormat(sniffing: bytes.bytes) {
        case .webp: WebPFrames.isAnimation(ByteReader(bytes, bigEndian: false))
        case .png: PNGFrames.isAnimation(ByteReader(bytes))
        default: false
        }
    }

    /// Reads the headers; `nil` for a file that stands still.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` as soon as the headers read so far ask for too much,
    ///   `truncated` or `damaged` when the file is, and says how much of it is there.
    init?(_ bytes: [UInt8], options: DecodingOptions) throws(ImageError) {
        let format = ImageFormat(sniffing: bytes.span.bytes)
        guard let format, bytes.span.bytes.withBuffer(Self.isAnimation) else { return nil }
        let limits = options.limits
        try limits.check(byteCount: bytes.count)
        let header = try ImageHeader(of: bytes.span.bytes)
        try limits.check(size: header.storedSize)
        let scan = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
            try Scan(buffer, format, screen: header.storedSize, limits: limits)
        }
        guard let last = scan.frames.last else {
            if let damage = scan.damage { throw damage }
            return nil
        }
        let whole = scan.isLastComplete ? scan.frames.count : scan.frames.count - 1
        damage = scan.damage.map {
            ImageError($0.code, "\($0.message) It has \(whole) complete frame\(whole == 1 ? "" : "s").")
        }
        if let damage, !options.recover { throw damage }
        self.format = format
        screen = header.storedSize
        frames = last.data.isEmpty && scan.frames.count > 1 ? scan.frames.dropLast() : scan.frames
        loopCount = scan.plays == 1 ? nil : max(0, scan.plays - 1)
        orientation = options.appliesOrientation ? header.orientation : .up
        shared = scan.shared
    }

    /// The picture of a frame.
    func picture(_ index: Int, in bytes: [UInt8], options: DecodingOptions) throws(ImageError) -> DecodedImage {
        let frame = frames[index]
        let file =
            format == .webp
            ? WebPFrames.still(of: frame, shared: shared, in: bytes)
            : PNGFrames.still(of: frame, shared: shared, in: bytes)
        var still = DecodingOptions(limits: options.limits, appliesOrientation: false, recover: options.recover)
        still.limits.bytes = .max
        do throws(ImageError) {
            let decoded = try DecodedImage(file, options: still)
            guard decoded.image.size == PixelSize(width: frame.rect.width, height: frame.rect.height) else {
                throw .damaged("The picture has another size than the frame.")
            }
            return decoded
        } catch {
            throw ImageError(error.code, "Frame \(index + 1) of \(frames.count): \(error.message)")
        }
    }

    /// The frames found so far.
    struct Scan {
        let screen: PixelSize
        private let limits: DecodingLimits
        private(set) var frames: [Frame] = []
        private var pixels = 0
        /// How often the frames are shown, 0 for without end.
        var plays = 0
        var shared: [Range<Int>] = []
        var damage: ImageError?
        var isLastComplete = true

        init(
            _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat, screen: PixelSize, limits: DecodingLimits
        ) throws(ImageError) {
            self.screen = screen
            self.limits = limits
            if format == .webp {
                try WebPFrames.read(bytes, into: &self)
            } else {
                try PNGFrames.read(bytes, into: &self)
            }
        }

        /// Adds a frame within the limits; `false`, with the damage noted, for one that does not lie on the screen.
        mutating func append(_ frame: Frame) throws(ImageError) -> Bool {
            let rect = frame.rect
            guard rect.width > 0, rect.height > 0, rect.x >= 0, rect.y >= 0, rect.x <= screen.width - rect.width,
                rect.y <= screen.height - rect.height
            else {
                damage = .damaged("Frame \(frames.count + 1) does not lie within the picture.")
                return false
            }
            frames.append(frame)
            pixels += screen.area
            try limits.check(frameCount: frames.count)
            try limits.check(pixelCount: (pixels, false), size: screen, frames: frames.count)
            return true
        }

        /// Adds coded pixels to the last frame.
        mutating func append(data: Range<Int>) {
            guard !frames.isEmpty else { return }
            frames[frames.count - 1].data.append(data)
        }
    }
}
