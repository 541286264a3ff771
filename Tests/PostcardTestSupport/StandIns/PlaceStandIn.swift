/// A stand-in for Nominatim and both versions of Foursquare on 127.0.0.1, with the same places behind all of them.
///
/// Nominatim's half refuses clients that do not say who they are, and answers a missing format with a web page; Foursquare's
/// wants the key in the form of the version, and the current one its date.
public final class PlaceStandIn: Sendable {
    /// A place that it has.
    public struct Place: Sendable {
        /// What it is called.
        public let name: String
        /// What it is.
        public let kind: String
        /// Its address in one line.
        public let address: String
        /// Degrees north.
        public let latitude: Double
        /// Degrees east.
        public let longitude: Double

        /// Describes a place.
        public init(_ name: String, kind: String, address: String, at latitude: Double, _ longitude: Double) {
            self.name = name
            self.kind = kind
            self.address = address
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Places in Paris, nearest to the Eiffel tower first.
    public static let paris = [
        Place("Tour Eiffel", kind: "tower", address: "Tour Eiffel, Paris, France", at: 48.8584, 2.2945),
        Place("Quai Coffee", kind: "cafe", address: "1 Quai Branly, Paris, France", at: 48.8606, 2.2962),
        Place("Coffee Mars", kind: "cafe", address: "2 Champ de Mars, Paris, France", at: 48.8560, 2.2980),
        Place("Louvre", kind: "museum", address: "Rue de Rivoli, Paris, France", at: 48.8606, 2.3376),
    ]

    /// The key that the current version of Foursquare knows.
    public static let key = "SERVICEKEY0123456789ABCDEF"
    /// The key that version 3 knows.
    public static let oldKey = "fsq3abcdefghij0123456789"

    private let server: TestHTTPServer
    private let calls = StandInScript()

    /// Starts a stand-in, which is listening when this returns.
    public init(_ places: [Place] = paris) async throws {
        let calls = calls
        server = try await TestHTTPServer { request in
            await calls.reply(to: request) {
                request.path.hasPrefix("/nominatim/")
                    ? NominatimStandIn(places: places, request: request).reply()
                    : FoursquareStandIn(places: places, request: request).reply()
            }
        }
    }

    /// Where Nominatim is.
    public var nominatim: String { server.address + "/nominatim/" }
    /// Where the current version of Foursquare is.
    public var foursquare: String { server.address + "/" }
    /// Where version 3 of Foursquare is.
    public var foursquare3: String { server.address + "/v3/" }

    /// Plans what happens to the next requests, in order; `nil` lets one pass.
    public func script(_ faults: [StandInFault?]) async { await calls.add(faults) }

    /// The requests that came so far.
    public var requests: [TestHTTPRequest] { get async { await calls.requests } }

    /// Stops the stand-in.
    public func stop() async { await server.stop() }
}

extension PlaceStandIn.Place {
    /// Metres from a point.
    func distance(_ latitude: Double, _ longitude: Double) -> Double {
        FlickrGeography.distance((latitude, longitude), (self.latitude, self.longitude))
    }

    /// Whether all the words are in the name, the kind or the address.
    func has(_ words: String) -> Bool {
        let text = "\(name) \(kind) \(address)".lowercased()
        return words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
    }
}
