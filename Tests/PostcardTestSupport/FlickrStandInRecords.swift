/// Writes photos as records of a search response, with the types that the quirks select.
struct FlickrStandInRecords {
    private let quirks: FlickrStandIn.Quirks
    private let extras: Set<String>
    private let host: String

    /// Prepares a response.
    ///
    /// - Parameters:
    ///   - extras: the `extras` argument of the call.
    ///   - host: the URL of the pictures.
    init(_ quirks: FlickrStandIn.Quirks, extras: String, host: String) {
        self.quirks = quirks
        self.extras = Set(extras.split(separator: ",").map(String.init))
        self.host = host
    }

    /// Returns a number of photos or pages.
    func count(_ number: Int) -> FlickrJSON {
        guard quirks.contains(.countsAsText) else { return .int(number) }
        return .string(number == 0 ? "" : String(number))
    }

    /// Returns the record of a photo.
    func record(_ photo: FlickrStandInPhoto) -> FlickrJSON {
        var members: [(name: String, value: FlickrJSON)] = [
            ("id", .string(photo.id)), ("owner", .string(photo.owner)), ("secret", .string(photo.secret)),
            ("server", "65535"), ("farm", 66), ("title", .string(photo.title)), ("ispublic", 1), ("isfriend", 0),
            ("isfamily", 0),
        ]
        if extras.contains("license") {
            let isNumber = quirks.contains(.licenseAsNumber)
            members.append(("license", isNumber ? .int(photo.license) : .string(String(photo.license))))
        }
        if extras.contains("date_taken") {
            members += [
                ("datetaken", .string(photo.taken)), ("datetakengranularity", .int(photo.takenGranularity)),
                ("datetakenunknown", .string(photo.isTakenUnknown ? "1" : "0")),
            ]
        }
        if extras.contains("owner_name") { members.append(("ownername", .string(photo.ownerName))) }
        if extras.contains("media") {
            members += [("media", .string(photo.isVideo ? "video" : "photo")), ("media_status", "ready")]
        }
        if extras.contains("path_alias") {
            let none: FlickrJSON = quirks.contains(.emptyAlias) ? "" : .null
            members.append(("pathalias", photo.pathAlias.map { .string($0) } ?? none))
        }
        if extras.contains("geo") { members += place(of: photo) }
        if !quirks.contains(.withoutAddresses) { members += sizes(of: photo) }
        return .object(members)
    }

    private func place(of photo: FlickrStandInPhoto) -> [(name: String, value: FlickrJSON)] {
        guard let place = photo.place else {
            return [("latitude", 0), ("longitude", 0), ("accuracy", 0), ("context", 0)]
        }
        func degrees(_ number: Double) -> FlickrJSON {
            quirks.contains(.placesAsNumbers) ? .decimal(number) : .string(String(number))
        }
        return [
            ("latitude", degrees(place.latitude)), ("longitude", degrees(place.longitude)), ("accuracy", "16"),
            ("context", 0), ("place_id", ""), ("woeid", "0"), ("geo_is_public", 1), ("geo_is_contact", 0),
            ("geo_is_friend", 0), ("geo_is_family", 0),
        ]
    }

    private func sizes(of photo: FlickrStandInPhoto) -> [(name: String, value: FlickrJSON)] {
        FlickrStandInPictures.sizes.flatMap { size -> [(name: String, value: FlickrJSON)] in
            guard extras.contains("url_\(size.member)"), let pixels = size.pixels(of: photo) else { return [] }
            func edge(_ number: Int) -> FlickrJSON {
                quirks.contains(.sizesAsText) ? .string(String(number)) : .int(number)
            }
            let address = host + FlickrStandInPictures.path(of: photo, size).dropFirst()
            return [
                ("url_\(size.member)", .string(address)), ("height_\(size.member)", edge(pixels.height)),
                ("width_\(size.member)", edge(pixels.width)),
            ]
        }
    }
}
