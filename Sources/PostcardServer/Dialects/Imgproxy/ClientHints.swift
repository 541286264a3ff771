import HTTPTypes

/// The Client Hints `DPR` and `Width` of a request, under their old and new names.
struct ClientHints: Sendable {
    private static let names = ["Sec-CH-DPR", "DPR", "Sec-CH-Width", "Width"]
    /// The pixel densities that are accepted; others are ignored.
    private static let densities = 0.5...8.0
    private static let widths = 1...10_000

    /// The device pixels for each CSS pixel.
    let density: Double?
    /// The width of the picture on the page in device pixels.
    let width: Int?

    init(_ fields: HTTPFields) {
        func field(_ index: Int) -> String? {
            Self.names[index...(index + 1)].compactMap { name in HTTPField.Name(name).flatMap { fields[$0] } }.first
        }
        density = field(0).flatMap(Double.init).flatMap { Self.densities.contains($0) ? $0 : nil }
        width = field(2).flatMap(Int.init).flatMap { Self.widths.contains($0) ? $0 : nil }
    }

    /// The hints as options of imgproxy's scheme.
    var options: [ImgproxyOption] {
        var options: [ImgproxyOption?] = []
        if let density { options.append(ImgproxyOption("dpr:\(density)")) }
        if let width { options.append(ImgproxyOption("width:\(Int((Double(width) / (density ?? 1)).rounded()))")) }
        return options.compactMap { $0 }
    }

    /// The names of the hint fields, for `Vary`.
    static let vary = names.joined(separator: ", ")
}
