extension Metadata {
    /// What EXIF says, and XMP where EXIF is silent; but only EXIF turns a picture, as in browsers.
    init(exif: UnsafeRawBufferPointer?, xmp: UnsafeRawBufferPointer?) {
        self = exif.map { Metadata(exif: $0) } ?? Metadata()
        guard let xmp else { return }
        let other = Metadata(xmp: xmp)
        fillGaps(from: other)
    }

    /// Takes what is not known from another source; the orientation stays.
    mutating func fillGaps(from other: Metadata) {
        dateTaken = dateTaken ?? other.dateTaken
        position = position ?? other.position
        make = make ?? other.make
        model = model ?? other.model
        title = title ?? other.title
        artist = artist ?? other.artist
        copyright = copyright ?? other.copyright
    }

    /// Which parts of a file's metadata a written file keeps.
    public struct Kept: OptionSet, Hashable, Sendable {
        /// A bit for each part.
        public let rawValue: Int

        /// Makes a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Artist and copyright.
        public static let copyright = Kept(rawValue: 1)
        /// Date, camera and title.
        public static let details = Kept(rawValue: 2)
        /// Where the camera stood. In no other set: places are only kept by name.
        public static let position = Kept(rawValue: 4)
        /// Everything but the place.
        public static let all: Kept = [.copyright, .details]
    }

    /// Only the parts named; the orientation is `up`, as pictures are written upright.
    public func keeping(_ kept: Kept) -> Metadata {
        var result = Metadata()
        if kept.contains(.copyright) {
            result.artist = artist
            result.copyright = copyright
        }
        if kept.contains(.details) {
            result.dateTaken = dateTaken
            result.make = make
            result.model = model
            result.title = title
        }
        if kept.contains(.position) { result.position = position }
        return result
    }
}
