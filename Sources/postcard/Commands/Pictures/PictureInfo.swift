import PostcardImaging

/// What `info` prints of one file.
struct PictureInfo: Encodable {
    let file: String
    let format: String
    let width: Int
    let height: Int
    let bytes: Int
    let orientation: Int
    let dateTaken: String?
    let latitude: Double?
    let longitude: Double?
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
        dateTaken = metadata.dateTaken
        latitude = (metadata.position?.latitude).map(Self.sixDecimals)
        longitude = (metadata.position?.longitude).map(Self.sixDecimals)
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
        let place = latitude.flatMap { latitude in longitude.map { "\(latitude), \($0)" } }
        let turned = orientation == 1 ? nil : "\(orientation)"
        let lines = [
            ("Taken", dateTaken), ("Place", place), ("Camera", camera), ("Title", title), ("Artist", artist),
            ("Copyright", copyright), ("Orientation", turned),
        ]
        for case (let name, let value?) in lines { Console.print("  \(name): \(value)") }
    }
}
