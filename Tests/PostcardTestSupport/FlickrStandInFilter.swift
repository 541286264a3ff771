/// Finds the photos for a search of the stand-in.
struct FlickrStandInFilter {
    private let settings: FlickrStandIn.Settings
    private let arguments: [String: String]

    init(_ settings: FlickrStandIn.Settings, arguments: [String: String]) {
        self.settings = settings
        self.arguments = arguments
    }

    /// Returns all photos that match, in Flickr's order: nearest first around a place, otherwise newest first.
    func photos() -> [FlickrStandInPhoto] {
        let found = settings.photos.filter { isNew($0) && hasWords($0) && hasLicense($0) && isWantedMedium($0) }
        guard let latitude = number("lat"), let longitude = number("lon") else {
            return found.sorted { $0.uploaded > $1.uploaded }
        }
        let unit = arguments["radius_units"] == "mi" ? 1_609.344 : 1_000
        let radius = min(number("radius") ?? 5, 32_000 / unit) * unit
        let nearby = found.compactMap { photo -> (distance: Double, photo: FlickrStandInPhoto)? in
            guard let place = photo.place else { return nil }
            let distance = FlickrGeography.distance((latitude, longitude), place)
            return distance <= radius ? (distance, photo) : nil
        }
        return nearby.sorted { ($0.distance, $0.photo.id) < ($1.distance, $1.photo.id) }.map(\.photo)
    }

    private func number(_ name: String) -> Double? { arguments[name].flatMap { Double($0) } }

    /// Returns true if a photo is new enough. Searches by place without a tag or date silently go back only twelve hours.
    private func isNew(_ photo: FlickrStandInPhoto) -> Bool {
        let isByPlace = arguments["lat"] != nil || arguments["bbox"] != nil || arguments["has_geo"] != nil
        let isLimited = ["tags", "min_upload_date", "min_taken_date"].contains { arguments[$0] != nil }
        let oldest = isByPlace && !isLimited ? settings.now - 12 * 3_600 : Int.min
        return photo.uploaded >= max(oldest, number("min_upload_date").map { Int($0) } ?? .min)
            && photo.uploaded <= number("max_upload_date").map { Int($0) } ?? .max
            && photo.taken >= arguments["min_taken_date"] ?? ""
    }

    private func hasWords(_ photo: FlickrStandInPhoto) -> Bool {
        let text = "\(photo.title) \(photo.tags)".lowercased()
        let tags = photo.tags.split(separator: " ").map(String.init)
        let words = (arguments["text"] ?? "").lowercased().split(separator: " ")
        let wantedTags = (arguments["tags"] ?? "").lowercased().split(separator: ",").map(String.init)
        return words.allSatisfy { $0.first == "-" ? !text.contains($0.dropFirst()) : text.contains($0) }
            && (wantedTags.isEmpty || wantedTags.contains { tags.contains($0) })
    }

    private func hasLicense(_ photo: FlickrStandInPhoto) -> Bool {
        guard let wanted = arguments["license"] else { return true }
        return wanted.split(separator: ",").contains { Int($0) == photo.license }
    }

    private func isWantedMedium(_ photo: FlickrStandInPhoto) -> Bool {
        switch arguments["media"] {
        case "photos": !photo.isVideo
        case "videos": photo.isVideo
        default: true
        }
    }
}
