import PlatformFoundation
import PostcardCore

/// The map tiles that the app may show, and the credit for them.
struct MapTiles: Sendable, Equatable {
    /// The URL template, with `{z}`, `{x}` and `{y}`.
    let url: String
    let credit: String
    /// The scheme, host and port, for the content security policy.
    let origin: String

    /// - Parameter setting: the URL template, a space, and the credit; `nil` for no tiles.
    /// - Returns: `nil` if `setting` is `nil`.
    /// - Throws: `StartupError` that identifies the invalid setting.
    init?(_ setting: String?) throws(StartupError) {
        guard let setting else { return nil }
        let tiles = String(setting.prefix { $0 != " " })
        let plain = ["{z}", "{x}", "{y}"].reduce(tiles) { $0.replacing($1, with: "0") }
        guard let address = URL(string: plain), let scheme = address.scheme, ["http", "https"].contains(scheme),
            let host = address.host, !host.isEmpty, host.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-.:[]") }),
            ["{z}", "{x}", "{y}"].allSatisfy(tiles.contains)
        else {
            throw .badSetting("tiles is \(tiles); it must be an http or https URL with {z}, {x} and {y}.")
        }
        (url, credit) = (tiles, String(setting.dropFirst(tiles.count).trimmingSpaces()))
        guard !credit.isEmpty else {
            throw .badSetting(
                "tiles has no credit. After the URL, write the credit that the tile server requires: --tiles \"URL CREDIT\"."
            )
        }
        origin = "\(scheme)://\(host)" + (address.port.map { ":\($0)" } ?? "")
    }
}
