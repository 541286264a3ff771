import PlatformFoundation

/// Map tiles that the app may show, and the credit for them.
struct MapTiles: Sendable, Equatable, Encodable {
    /// The address with `{z}`, `{x}` and `{y}`.
    let url: String
    let credit: String
    /// Scheme, host and port, for the content security policy.
    let origin: String

    private enum CodingKeys: String, CodingKey { case url, credit }

    /// - Returns: `nil` where no tiles are set up.
    /// - Throws: `StartupError` that names the setting.
    init?(_ configuration: ServerConfiguration) throws(StartupError) {
        guard !configuration.tiles.isEmpty else { return nil }
        let plain = ["{z}", "{x}", "{y}"].reduce(configuration.tiles) { $0.replacing($1, with: "0") }
        guard let address = URL(string: plain), let scheme = address.scheme, ["http", "https"].contains(scheme),
            let host = address.host, !host.isEmpty, host.utf8.allSatisfy(Self.isPlain),
            ["{z}", "{x}", "{y}"].allSatisfy(configuration.tiles.contains)
        else {
            throw StartupError(
                .badSetting,
                "tiles is \(configuration.tiles); it must be an http or https address with {z}, {x} and {y}.")
        }
        guard !configuration.tilesCredit.isEmpty else {
            throw StartupError(
                .badSetting, "Tiles have terms: set the credit that they ask for (--tiles-credit).")
        }
        url = configuration.tiles
        credit = configuration.tilesCredit
        origin = "\(scheme)://\(host)" + (address.port.map { ":\($0)" } ?? "")
    }

    /// A byte of a name or an address, which cannot end the rule of a policy.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-.:[]".utf8.contains(byte)
        }
    }
}
