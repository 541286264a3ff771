public import PostcardImaging

extension MemeFile {
    /// The crop and size of a base image.
    public struct Framing: Hashable, Sendable {
        /// The part of the base image to use; `nil` for the whole image.
        public var crop: Crop?
        /// The size of that part when the meme is drawn; `nil` for the part's own size.
        public var resize: Resize?
        /// The exact size of the result; `nil` to derive the size from ``crop`` and ``resize``.
        package var box: PixelSize?
        /// The padding of a box that the meme does not fill.
        package var rest: Rest

        /// The padding of a box that a meme does not fill.
        package enum Rest: Hashable, Sendable {
            /// The blurred meme.
            case blurred
            /// Transparent.
            case clear
            /// No padding: the result is smaller than the box.
            case none
        }

        /// Makes a framing. By default, the base image is unchanged.
        public init(crop: Crop? = nil, resize: Resize? = nil) {
            self.init(crop: crop, resize: resize, box: nil)
        }

        /// Makes a framing for a result of an exact size.
        package init(crop: Crop? = nil, resize: Resize? = nil, box: PixelSize?, rest: Rest = .blurred) {
            self.crop = crop
            self.resize = resize
            self.box = box
            self.rest = rest
        }

        /// Returns the size of a base image when the meme is drawn, ignoring the crop.
        package func size(for size: PixelSize) -> PixelSize { resize?.size(for: size) ?? size }

        /// The length in pixels below which the longer side of a picture is enlarged, and its length afterward. Below 150 pixels, it is
        /// enlarged four times.
        private static let (minimumSide, enlargedSide, maximumFactor) = (240, 600, 4)

        /// Returns a framing that enlarges a small still picture, unless a size is set. Apps enlarge small pictures, which blurs their text.
        package func enlargingSmall(_ base: OpenedPicture) -> Framing {
            let size = base.header.size
            let part = crop?.rect(in: size)
            let side = max(min(part?.width ?? .max, size.width), min(part?.height ?? .max, size.height))
            guard resize == nil, box == nil, side < Self.minimumSide, !base.mayBeAnimated else { return self }
            var framing = self
            framing.resize = Resize(into: .square(min(Self.enlargedSide, side * Self.maximumFactor)), enlarges: true)
            return framing
        }

        /// True if a picture of this size stays unchanged.
        func keeps(_ size: PixelSize) -> Bool {
            crop == nil && self.size(for: size) == size && (box ?? size) == size
        }

        /// Returns the cropped and resized part of an image.
        ///
        /// - Throws: `ImageError` with code `limitExceeded` if the image would be larger than `limits` allow.
        func framed(_ image: Image, limits: DecodingLimits) throws(ImageError) -> Image {
            let edits = [crop.map { .crop($0.rect(in: image.size)) }, resize.map(Edit.resize)].compactMap(\.self)
            return try image.edited(edits, limits: limits)
        }

        func padded(_ image: Image, pixelLimit: Int) throws -> Image {
            guard let box, image.size != box else { return image }
            // A surround makes the picture larger than the box.
            let fitted = try image.resized(Resize(into: box))
            guard fitted.size != box, rest != .none else { return fitted }
            guard box.area <= pixelLimit else {
                throw MemeError(.invalidCaption, "The meme would have \(box) pixels, which is too many.")
            }
            if rest == .clear { return try fitted.padded(to: box, color: .clear) }
            return try fitted.centered(on: try fitted.blurredBackground(of: box), keepsTransparency: true)
        }
    }

    /// A part of a picture.
    public enum Crop: Hashable, Sendable {
        /// The largest centered part with this aspect ratio: width divided by height, above 0.
        case aspectRatio(Double)
        /// A part given in pixels.
        case rect(PixelRect)

        /// Parses `square`, `16:9` or a part in pixels such as `10,20,300,200`; `nil` for other strings.
        package init?(_ text: String) {
            let shape = text == "square" ? "1:1" : text.replacing("x", with: ":")
            let sides = shape.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
            if sides.count == 2, let width = sides[0], let height = sides[1], 0.01...100 ~= width / height {
                self = .aspectRatio(width / height)
                return
            }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
            guard numbers.count == 4, numbers.allSatisfy({ 0...1 << 30 ~= $0 }), numbers[2] > 0, numbers[3] > 0 else {
                return nil
            }
            self = .rect(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }

        /// Returns the part of a picture of `size`.
        package func rect(in size: PixelSize) -> PixelRect {
            switch self {
            case .rect(let rect): return rect
            case .aspectRatio(let ratio):
                guard ratio.isFinite, ratio > 0 else {
                    return PixelRect(x: 0, y: 0, width: size.width, height: size.height)
                }
                func side(_ length: Double, atMost limit: Int) -> Int {
                    Int(min(Double(limit), max(1, length.rounded())))
                }
                let width = side(Double(size.height) * ratio, atMost: size.width)
                let height = side(Double(size.width) / ratio, atMost: size.height)
                return PixelRect(
                    x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
            }
        }
    }
}
