import PostcardImaging
import PostcardLibrary
import PostcardSources

/// The facts that `info` prints of one file.
struct PictureInfo: Encodable {
    let file: String
    let format: String
    let width: Int
    let height: Int
    let bytes: Int
    let orientation: Int
    let dateTaken: String?
    let coordinate: Coordinate?
    let camera: String?
    let title: String?
    let artist: String?
    let copyright: String?

    init(of header: ImageHeader, bytes: Int, file: String) {
        self.file = file
        self.bytes = bytes
        format = header.format.rawValue
        width = header.size.width
        height = header.size.height
        orientation = header.orientation.rawValue
        let metadata = header.metadata
        // A date that is none is shown as it is.
        dateTaken = metadata.dateTaken.map(WallTime.canonical)
        coordinate = metadata.position.flatMap {
            try? Coordinate(latitude: Self.sixDecimals($0.latitude), longitude: Self.sixDecimals($0.longitude))
        }
        // Cameras repeat their maker's name in the model's.
        let make = metadata.make.flatMap { make in metadata.model?.hasPrefix(make) == true ? nil : make }
        let camera = [make, metadata.model].compactMap { $0 }.joined(separator: " ")
        self.camera = camera.isEmpty ? nil : camera
        title = metadata.title
        artist = metadata.artist
        copyright = metadata.copyright
    }

    /// A tenth of a metre, which no GPS is exact to.
    private static func sixDecimals(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    func printLines() {
        Console.print("\(file): \(format) \(width)x\(height), \(bytes) bytes")
        let place = coordinate.map { "\($0.latitude), \($0.longitude)" }
        let turned = orientation == 1 ? nil : "\(orientation)"
        let lines = [
            ("Taken", dateTaken?.replacing("T", with: " ")), ("Place", place), ("Camera", camera), ("Title", title),
            ("Artist", artist),
            ("Copyright", copyright), ("Orientation", turned),
        ]
        for case (let name, let value?) in lines { Console.print("  \(name): \(value)") }
    }
}
