import HTTPTypes

/// What browsers tell of their screens when they are asked to: the Client Hints `DPR` and `Width`, under their old and new names.
struct ClientHints: Sendable {
    private static let names = ["Sec-CH-DPR", "DPR", "Sec-CH-Width", "Width"]
    /// More pixels for each one of the page are not heeded.
    private static let densities = 0.5...8.0
    private static let widths = 1...10_000

    /// Pixels of the screen for each one of the page.
    let density: Double?
    /// Pixels of the screen that the picture takes.
    let width: Int?

    init(_ fields: HTTPFields) {
        func field(_ index: Int) -> String? {
            Self.names[index...(index + 1)].compactMap { name in HTTPField.Name(name).flatMap { fields[$0] } }.first
        }
        density = field(0).flatMap(Double.init).flatMap { Self.densities.contains($0) ? $0 : nil }
        width = field(2).flatMap(Int.init).flatMap { Self.widths.contains($0) ? $0 : nil }
    }

    /// Options of imgproxy's scheme.
    var options: [ImgproxyOption] {
        var options: [ImgproxyOption?] = []
        if let density { options.append(ImgproxyOption("dpr:\(density)")) }
        if let width { options.append(ImgproxyOption("width:\(Int((Double(width) / (density ?? 1)).rounded()))")) }
        return options.compactMap { $0 }
    }

    /// The names, for `Vary`.
    static let vary = names.joined(separator: ", ")
}

extension HTTPFields {
    /// Says that the response depends on client hints, and asks for them.
    mutating func addClientHints() {
        self[.vary] = [self[.vary], ClientHints.vary].compactMap { $0 }.joined(separator: ", ")
        self[.acceptClientHints] = "Sec-CH-DPR, Sec-CH-Width"
    }
}
