import PostcardCore

/// The metadata of a picture: time, position, camera and rights.
public struct Metadata: Hashable, Sendable {
    /// A position on WGS 84.
    public struct Position: Hashable, Sendable {
        /// Degrees north, -90 to 90.
        public var latitude: Double
        /// Degrees east, -180 to 180.
        public var longitude: Double

        /// Makes a position; both numbers are in degrees.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// Makes a position from the degrees in a file; `nil` if the numbers are missing, out of range, or both 0.
        init?(_ latitude: Double?, _ longitude: Double?) {
            // Cameras without a GPS fix write zeros.
            guard let latitude, let longitude, -90...90 ~= latitude, -180...180 ~= longitude,
                latitude != 0 || longitude != 0
            else { return nil }
            self.init(latitude: latitude, longitude: longitude)
        }

        /// Converts up to three parts (degrees, minutes and seconds) to degrees.
        static func degrees(_ parts: [Double], isNegative: Bool) -> Double? {
            guard 1...3 ~= parts.count else { return nil }
            let degrees = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
            return isNegative ? -degrees : degrees
        }
    }

    /// The orientation of the stored rows; `up` if the file does not specify an orientation.
    public var orientation: Orientation = .up
    /// The date and time at which the picture was taken, in the camera's time zone, such as `2024-06-09T21:14:03`. The offset from UTC,
    /// such as `+02:00`, follows if the file contains it.
    public var dateTaken: String?
    /// The digits of the fraction of a second in ``dateTaken``, such as `25` for a quarter of a second; `nil` if the file has no fraction.
    package var subseconds: String?
    /// The modification date, which is used as the date taken if no other date is known.
    var dateChanged: MetadataDate?
    /// The position of the camera.
    public var position: Position?
    /// The maker of the camera.
    public var make: String?
    /// The model of the camera.
    public var model: String?
    /// The title or description.
    public var title: String?
    /// The description, if the same kind of metadata also contains a title; otherwise `nil`.
    package var caption: String?
    /// The photographer or artist.
    public var artist: String?
    /// The copyright notice.
    public var copyright: String?

    /// Makes metadata without any values.
    public init() {}
}

extension Metadata {
    /// Makes metadata from EXIF, XMP and IPTC. Each value is read from the first of these sources that contains it. The orientation is read
    /// only from EXIF, as in browsers.
    init(exif: UnsafeRawBufferPointer?, xmp: UnsafeRawBufferPointer?, iptc: UnsafeRawBufferPointer? = nil) {
        self = exif.map { Metadata(exif: $0) } ?? Metadata()
        if let xmp { fillGaps(from: Metadata(xmp: xmp)) }
        if let iptc { fillGaps(from: Metadata(iptc: iptc)) }
        useDateChanged()
    }

    /// Uses the modification date as the date taken if no other date is known.
    mutating func useDateChanged() {
        if dateTaken == nil { setDate(dateChanged) }
        dateChanged = nil
    }

    /// Sets the date on which the picture was taken, unless `date` is `nil`.
    mutating func setDate(_ date: MetadataDate?) {
        guard let date else { return }
        (dateTaken, subseconds) = (date.text, date.fraction)
    }

    /// Fills in missing values from the XMP packet of a sidecar file. Broken packets are ignored.
    package mutating func fillGaps(fromSidecar packet: [UInt8]) {
        packet.withUnsafeBytes { fillGaps(from: Metadata(xmp: $0)) }
    }

    /// The maker and model of the camera. Cameras often repeat the maker's name in the model name, so a repeated name is dropped.
    package var camera: String? {
        let maker = make.flatMap { make in model?.hasPrefix(make) == true ? nil : make }
        let camera = [maker, model].compactMap { $0 }.joined(separator: " ")
        return camera.isEmpty ? nil : camera
    }

    /// Fills in missing values from another source. The orientation is not changed.
    mutating func fillGaps(from other: Metadata) {
        position = position ?? other.position
        if dateTaken == nil { (dateTaken, subseconds) = (other.dateTaken, other.subseconds) }
        for value in [\Metadata.make, \.model, \.title, \.caption, \.artist, \.copyright] {
            self[keyPath: value] = self[keyPath: value] ?? other[keyPath: value]
        }
    }

    /// The parts of a file's metadata that a written file keeps.
    public struct Kept: OptionSet, Hashable, Sendable {
        /// A bit for each part.
        public let rawValue: Int

        /// Makes a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Artist and copyright.
        public static let copyright = Kept(rawValue: 1)
        /// Date, camera and title.
        public static let details = Kept(rawValue: 2)
        /// The position of the camera. No other set includes the position, so it is kept only if you specify this set.
        public static let position = Kept(rawValue: 4)
        /// Everything except the position.
        public static let allButPosition: Kept = [.copyright, .details]
    }

    /// Returns the metadata with only the selected parts. The orientation is `up`, because pictures are written upright.
    public func keeping(_ kept: Kept) -> Metadata {
        var result = Metadata()
        if kept.contains(.copyright) { (result.artist, result.copyright) = (artist, copyright) }
        if kept.contains(.details) {
            (result.dateTaken, result.subseconds) = (dateTaken, subseconds)
            (result.make, result.model, result.title) = (make, model, title)
        }
        if kept.contains(.position) { result.position = position }
        return result
    }
}

extension Metadata.Kept {
    /// Makes the set with this name: `none`, `copyright`, `details`, `position` or `all`; `nil` for other names.
    package init?(name: String) {
        let sets: [NameKey: Metadata.Kept] = [
            "none": [], "copyright": .copyright, "details": .details, "position": .position,
            "all": .allButPosition,
        ]
        guard let set = sets[name] else { return nil }
        self = set
    }

    /// Makes the union of the sets with these names; `nil` if a name is unknown.
    package init?(names: some Sequence<some StringProtocol>) {
        self = []
        for name in names {
            guard let part = Metadata.Kept(name: String(name)) else { return nil }
            formUnion(part)
        }
    }
}
