import HTTPTypes

/// The Client Hints `DPR` and `Width` of a request, under their old and new names.
struct ClientHints: Sendable {
    private static let names = ["Sec-CH-DPR", "DPR", "Sec-CH-Width", "Width"]
    /// The accepted pixel densities; others are ignored.
    private static let densities = 0.5...8.0
    private static let widths = 1...10_000

    /// The number of device pixels per CSS pixel.
    let density: Double?
    /// The width of the picture on the page in device pixels.
    let width: Int?

    init(_ headers: HTTPFields) {
        func header(_ index: Int) -> String? {
            Self.names[index...(index + 1)].compactMap { name in HTTPField.Name(name).flatMap { headers[$0] } }.first
        }
        density = header(0).flatMap(Double.init).flatMap { Self.densities.contains($0) ? $0 : nil }
        width = header(2).flatMap(Int.init).flatMap { Self.widths.contains($0) ? $0 : nil }
    }

    /// The hints as options in imgproxy's scheme.
    var options: [ImgproxyOption] {
        var options: [ImgproxyOption?] = []
        if let density { options.append(ImgproxyOption("dpr:\(density)")) }
        if let width { options.append(ImgproxyOption("width:\(Int((Double(width) / (density ?? 1)).rounded()))")) }
        return options.compactMap { $0 }
    }

    /// The names of the headers, for `Vary`.
    static let vary = names.joined(separator: ", ")
}
