import PostcardCore
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
    init?(_ tiles: String, credit: String) throws(StartupError) {
        guard !tiles.isEmpty else { return nil }
        let plain = ["{z}", "{x}", "{y}"].reduce(tiles) { $0.replacing($1, with: "0") }
        guard let address = URL(string: plain), let scheme = address.scheme, ["http", "https"].contains(scheme),
            let host = address.host, !host.isEmpty, host.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-.:[]") }),
            ["{z}", "{x}", "{y}"].allSatisfy(tiles.contains)
        else {
            throw StartupError(
                .badSetting,
                "tiles is \(tiles); it must be an http or https address with {z}, {x} and {y}.")
        }
        guard !credit.isEmpty else {
            throw StartupError(
                .badSetting, "Tiles have terms: set the credit that they ask for (--tiles-credit).")
        }
        (url, self.credit) = (tiles, credit)
        origin = "\(scheme)://\(host)" + (address.port.map { ":\($0)" } ?? "")
    }

}
