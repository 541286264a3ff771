import PlatformFoundation

/// The response of `places/search`, in the current version or version 3.
struct FoursquareReply: Decodable {
    let results: LossyArray<FoursquareRecord>
}

/// The response of Foursquare to a request that failed.
struct FoursquareFault: Decodable {
    let message: String
}

/// A place in Foursquare's words; members that only one of the versions has are optional.
struct FoursquareRecord: Decodable {
    struct Category: Decodable {
        let name: String
    }

    struct Point: Decodable {
        let latitude: Double
        let longitude: Double
    }

    struct Geocodes: Decodable {
        let main: Point?
    }

    struct Location: Decodable {
        let formattedAddress: String?
        let address: String?
        let locality: String?
    }

    let fsqPlaceId: String?
    let fsqId: String?
    let name: String
    let latitude: Double?
    let longitude: Double?
    let geocodes: Geocodes?
    let categories: LossyArray<Category>?
    let location: Location?
    let dateClosed: String?
}

extension Place {
    /// The place that a record describes; `nil` when it is nowhere, or closed for good.
    init?(_ record: FoursquareRecord, source: String) {
        guard record.dateClosed == nil, let id = record.fsqPlaceId ?? record.fsqId,
            let latitude = record.latitude ?? record.geocodes?.main?.latitude,
            let longitude = record.longitude ?? record.geocodes?.main?.longitude,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let parts = [record.location?.address, record.location?.locality].compactMap { $0 }.joined(separator: ", ")
        self.init(
            source: source, id: id, name: record.name, coordinate: coordinate,
            address: record.location?.formattedAddress ?? parts,
            categories: record.categories?.elements.map(\.name) ?? [],
            page: URL(string: "https://foursquare.com/v/\(id)"))
    }
}
