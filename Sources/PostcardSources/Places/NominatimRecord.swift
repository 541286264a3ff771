import PlatformFoundation

/// A place in Nominatim's words (`format=jsonv2`): numbers are texts, and an empty name is a name.
struct NominatimRecord: Decodable {
    let lat: LenientText
    let lon: LenientText
    let placeId: LenientText?
    let osmType: String?
    let osmId: LenientText?
    let category: String?
    let type: String?
    let name: String?
    let displayName: String
}

/// The response of `reverse`: a place, or with status 200 an error that there is none.
struct NominatimAnswer: Decodable {
    /// The place; `nil` where nothing is, as at sea.
    let place: NominatimRecord?

    private enum CodingKeys: String, CodingKey { case error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        place = container.contains(.error) ? nil : try NominatimRecord(from: decoder)
    }
}

/// The answer to a question with wrong arguments.
struct NominatimFault: Decodable {
    struct Reason: Decodable {
        let message: String
    }

    let error: Reason
}

extension Place {
    /// The place that a record describes; `nil` when it is nowhere.
    init?(_ record: NominatimRecord, source: String) {
        guard let latitude = record.lat.double, let longitude = record.lon.double,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let object = record.osmType.flatMap { type in record.osmId?.text.map { "\(type)/\($0)" } }
        let firstPart = record.displayName.prefix { $0 != "," }
        let kinds = [record.type, record.category].compactMap { $0 }.filter { $0 != "yes" }
        self.init(
            source: source, id: object ?? "place/\(record.placeId?.text ?? "")",
            name: record.name.flatMap { $0.isEmpty ? nil : $0 } ?? String(firstPart), coordinate: coordinate,
            address: record.displayName,
            categories: kinds.prefix(1).map { $0.split(separator: "_").joined(separator: " ") },
            page: object.flatMap { URL(string: "https://www.openstreetmap.org/\($0)") })
    }
}
