/// The settings that decide which requests are served.
struct AccessSettings: Sendable {
    let keys: [String]
    let imgproxyKeys: [String]
    let tokens: [String]
    /// The path of the token file; `nil` if there is none.
    let tokenFile: String?
    /// The path of the library; `nil` if there is none.
    let library: String?
    /// True if the library can be read without a token.
    let allowsAnonymousReading: Bool
    let rate: Int
    let burst: Int
    let trustedProxies: [String]
    let corsOrigins: [String]
    let allowedNames: [String]
    /// The name or IP address that the service listens on.
    let host: String
    let publicAddress: String?
    /// The image folders and the object storage locations.
    let images: [String]
    /// The hosts that images may be fetched from.
    let allowedHosts: [String]
    /// The names of images that the settings add to requests, such as the watermark.
    let givenPictures: [String]
}
