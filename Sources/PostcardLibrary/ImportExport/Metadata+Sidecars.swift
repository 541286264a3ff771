import PlatformFoundation
import PostcardCore
import PostcardImaging
import SystemPackage

extension Metadata {
    /// The maximum size of a sidecar in bytes. Sidecars that contain an editor's steps have a few hundred kilobytes.
    private static let maximumSidecarBytes = 1 << 20

    /// Fills in missing values from the files next to a picture or video: `a.jpg.xmp` (written by darktable and digiKam), `a.xmp` (written by
    /// Lightroom), and the JSON files of Google Takeout. Unreadable files are ignored.
    mutating func fillGaps(fromSidecarsOf path: FilePath) {
        for sidecar in Self.sidecars(of: path) {
            guard let status = try? FileSystem.status(of: sidecar), status.kind == .file,
                let bytes = try? PictureFile.read(sidecar, maximumBytes: Self.maximumSidecarBytes)
            else { continue }
            if sidecar.extension == "xmp" {
                fillGaps(fromSidecar: bytes)
            } else if let json = try? bytes.withUnsafeBytes({ try JSONValue(parsing: $0) }) {
                fillGaps(fromTakeout: json)
            }
        }
    }

    /// Returns the possible paths of sidecars. Google Takeout cuts long names, and moves the number of `a(1).jpg` behind the extension.
    private static func sidecars(of path: FilePath) -> [FilePath] {
        var named = path
        named.extension = "xmp"
        let folder = path.removingLastComponent()
        let name = path.lastComponent?.string ?? ""
        var (stem, number) = ((path.stem ?? "")[...], "")
        if stem.hasSuffix("-edited") { stem = stem.dropLast(7) }
        if let match = stem.firstMatch(of: /\([0-9]+\)$/) {
            number = String(match.0)
            stem = stem[..<match.range.lowerBound]
        }
        let original = "\(stem)\(path.extension.map { ".\($0)" } ?? "")"
        var names = ["\(name).xmp"]
        for kind in ["", ".supplemental-metadata"] {
            names.append("\("\(original)\(kind)".prefix(46))\(number).json")
        }
        return names.compactMap { FilePath.Component($0).map(folder.appending) } + [named]
    }

    /// Fills in missing values from the JSON of Google Takeout. Zeros mean that the position is unknown.
    private mutating func fillGaps(fromTakeout json: JSONValue) {
        guard let seconds = json["photoTakenTime"]?["timestamp"]?.string.flatMap(Double.init) else { return }
        if dateTaken == nil, let date = WallTime(Date(timeIntervalSince1970: seconds), secondsFromUTC: 0) {
            dateTaken = date.description
        }
        if position == nil, let latitude = json["geoData"]?["latitude"]?.number,
            let longitude = json["geoData"]?["longitude"]?.number, latitude != 0 || longitude != 0
        {
            position = Position(latitude: latitude, longitude: longitude)
        }
        if title == nil, let description = json["description"]?.string?.trimmed, !description.isEmpty {
            title = description
        }
    }
}
