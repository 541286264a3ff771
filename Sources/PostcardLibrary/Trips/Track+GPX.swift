import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardPhotos
package import SystemPackage

extension Track {
    /// The maximum size of a GPX file in bytes. A point with a watch's extensions takes about 300 bytes.
    package static let maximumBytes = 128 << 20
    private static let maximumElements = 8_000_000

    /// Reads a GPX file (GPX 1.0 and 1.1, topografix.com). If the file contains no tracks, its routes are used. Extensions and invalid
    /// points are ignored.
    ///
    /// - Parameter name: the name for the track and for messages, if the file was stored under another name.
    /// - Throws: `FileError` with code `notFound`, `isADirectory`, `tooLarge` above 128 MiB, `invalidRecord` for other files and for files
    ///   without a track, and others.
    package init(gpx path: FilePath, named name: String? = nil) throws(FileError) {
        let shown = name ?? "\(path)"
        guard let status = try FileSystem.status(of: path) else { throw PictureTree.missing(path) }
        guard status.kind != .directory else {
            throw FileError(.isADirectory, "\(shown) is a folder. Specify a GPX file.")
        }
        guard status.size <= Self.maximumBytes else {
            throw FileError(
                .tooLarge, "Can't read \(shown): a GPX file can have at most \(Self.maximumBytes >> 20) MiB. Split it.")
        }
        var reader = GPXReader()
        let root = XMLElement.root(
            of: try PictureFile.read(path, maximumBytes: Self.maximumBytes), maximumElements: Self.maximumElements
        ) { element, parent in
            reader.end(of: element, in: parent)
            return false
        }
        guard root?.name.local == "gpx" else {
            throw FileError(
                .invalidRecord,
                "Can't read \(shown): it is not a complete GPX file, or it contains a DOCTYPE. Export the track again, as GPX."
            )
        }
        let segments = (reader.tracks.isEmpty ? reader.routes : reader.tracks).filter { !$0.isEmpty }
        guard !segments.isEmpty else {
            throw FileError(.invalidRecord, "\(shown) contains no track. Export a track, not only waypoints.")
        }
        self.init(path: path, name: name, segments: segments)
    }
}

/// The paths of a GPX file, collected at the ends of its elements.
private struct GPXReader {
    private(set) var tracks: [[Track.Point]] = []
    private(set) var routes: [[Track.Point]] = []
    private var points: [Track.Point] = []
    private var time: Double?

    private static let latitude = XMLElement.Name(namespace: "", local: "lat")
    private static let longitude = XMLElement.Name(namespace: "", local: "lon")

    mutating func end(of element: XMLElement, in parent: XMLElement.Name) {
        // Extensions have other namespaces.
        guard element.name.namespace == parent.namespace else { return }
        switch (element.name.local, parent.local) {
        case ("time", "trkpt"): time = Self.seconds(element.text.trimmed)
        case ("trkpt", "trkseg"), ("rtept", "rte"):
            // Devices without a position write zeros.
            if let latitude = element.attributes[Self.latitude].flatMap(Double.init),
                let longitude = element.attributes[Self.longitude].flatMap(Double.init),
                latitude != 0 || longitude != 0,
                let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
            {
                points.append(Track.Point(coordinate: coordinate, time: time))
            }
            time = nil
        case ("trkseg", "trk"):
            tracks.append(points)
            points = []
        case ("rte", "gpx"):
            routes.append(points)
            points = []
        default: break
        }
    }

    /// Parses a time (XML Schema, part 2, dateTime). Times without an offset are in UTC, as GPX requires.
    private static func seconds(_ text: String) -> Double? {
        let date = Timestamp.date(of: text.utf8) ?? WallTime(text)?.moment ?? Timestamp.date(of: "\(text)Z".utf8)
        return date?.timeIntervalSince1970
    }
}
