/// A stand-in for Nominatim and both versions of Foursquare on 127.0.0.1, with the same places for all of them.
///
/// Nominatim rejects clients without contact details in the user agent. If a request has no format, Nominatim returns a web page.
/// Foursquare requires the key in the form for the version, and the current version also requires a date.
public final class PlaceStandIn: Sendable {
    /// A place in the stand-in.
    public struct Place: Sendable {
        /// The name.
        public let name: String
        /// The kind of place.
        public let kind: String
        /// The address in one line.
        public let address: String
        /// The latitude in degrees north.
        public let latitude: Double
        /// The longitude in degrees east.
        public let longitude: Double

        /// Makes a place.
        public init(_ name: String, kind: String, address: String, at latitude: Double, _ longitude: Double) {
            self.name = name
            self.kind = kind
            self.address = address
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Places in Paris, nearest to the Eiffel Tower first.
    public static let paris = [
        Place("Tour Eiffel", kind: "tower", address: "Tour Eiffel, Paris, France", at: 48.8584, 2.2945),
        Place("Quai Coffee", kind: "cafe", address: "1 Quai Branly, Paris, France", at: 48.8606, 2.2962),
        Place("Coffee Mars", kind: "cafe", address: "2 Champ de Mars, Paris, France", at: 48.8560, 2.2980),
        Place("Louvre", kind: "museum", address: "Rue de Rivoli, Paris, France", at: 48.8606, 2.3376),
    ]

    /// The key for the current version of Foursquare.
    public static let key = "SERVICEKEY0123456789ABCDEF"
    /// The key for version 3.
    public static let oldKey = "fsq3abcdefghij0123456789"

    private let server: TestHTTPServer
    private let calls = StandInScript()

    /// Starts a stand-in. It is listening when this returns.
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

    /// The URL of Nominatim.
    public var nominatim: String { server.address + "/nominatim/" }
    /// The URL of the current version of Foursquare.
    public var foursquare: String { server.address + "/" }
    /// The URL of version 3 of Foursquare.
    public var foursquare3: String { server.address + "/v3/" }

    /// Sets the faults of the next requests, in order; `nil` for a normal response.
    public func script(_ faults: [StandInFault?]) async { await calls.add(faults) }

    /// The requests received so far.
    public var requests: [TestHTTPRequest] { get async { await calls.requests } }

    /// Stops the stand-in.
    public func stop() async { await server.stop() }
}

extension PlaceStandIn.Place {
    /// Returns the distance from a point in meters.
    func distance(_ latitude: Double, _ longitude: Double) -> Double {
        FlickrGeography.distance((latitude, longitude), (self.latitude, self.longitude))
    }

    /// Returns true if the name, kind or address contains all words.
    func has(_ words: String) -> Bool {
        let text = "\(name) \(kind) \(address)".lowercased()
        return words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
    }
}
