import PostcardCore
package import PostcardImaging
public import PostcardMemes
package import PostcardPhotos

/// The origin of a meme's base image.
public enum MemeOrigin: Sendable, Hashable {
    /// A photo in the library.
    case photo(Photo)
    /// A file, identified by its name without folders.
    case file(String)
    /// An http or https URL.
    case url(String)
    /// A template.
    case template(Template)
    /// The base image of another meme.
    case meme(MemeRecord)
    /// A picture in an entry.
    case medium(Medium)
    /// Several pictures that a layout joined.
    case joined([MemeOrigin])

    /// The members of a record that describe the origin.
    struct Description {
        var photo: Photo.ID?
        var pin: Pin.ID?
        var file: String?
        var address: String?
        var template: String?
        var credit: String?
        var owner: String?
        var license: License?
        var templateLicense: String?
        var coordinate: Coordinate?
    }

    var description: Description {
        switch self {
        case .photo(let photo):
            Description(
                photo: photo.id, pin: photo.album, credit: photo.credit, owner: photo.owner.isEmpty ? nil : photo.owner,
                license: photo.license, coordinate: photo.coordinate)
        case .file(let name): Description(file: name)
        case .url(let address): Description(address: address)
        case .template(let template):
            Description(
                template: template.name, credit: template.creditLine, owner: template.credit,
                templateLicense: template.license)
        case .meme(let record):
            Description(
                photo: record.photo, pin: record.pin, file: record.file, address: record.address,
                template: record.template, credit: record.credit, owner: record.owner, license: record.license,
                templateLicense: record.templateLicense, coordinate: record.coordinate)
        case .medium(let medium):
            Description(
                photo: medium.photo, file: medium.photo == nil ? medium.name : nil, credit: medium.credit,
                license: medium.license, coordinate: medium.coordinate)
        case .joined(let origins): Self.description(ofAll: origins.map(\.description))
        }
    }

    /// Names all files and authors. The license is the strictest one, and the place is the first one.
    private static func description(ofAll parts: [Description]) -> Description {
        let licenses = parts.compactMap(\.license)
        return Description(
            pin: parts.lazy.compactMap(\.pin).first,
            file: list(parts.map { $0.file ?? $0.address ?? $0.photo?.rawValue }),
            credit: list(parts.map(\.credit), "; "), owner: list(parts.map(\.owner)),
            license: licenses.first { !$0.allowsDerivatives } ?? licenses.first,
            templateLicense: parts.lazy.compactMap(\.templateLicense).first,
            coordinate: parts.lazy.compactMap(\.coordinate).first)
    }

    /// Returns the known strings without duplicates; `nil` if there are none.
    private static func list(_ values: [String?], _ separator: String = ", ") -> String? {
        var known: [String] = []
        for value in values.compactMap(\.self) where !known.contains(value) { known.append(value) }
        return known.isEmpty ? nil : known.joined(separator: separator)
    }
}

extension MemeOrigin {
    /// The license of the base image; `nil` if it is unknown.
    package var license: License? { description.license }

    /// True if the known licenses of the base image allow derivatives such as a meme.
    package var allowsDerivatives: Bool {
        let description = description
        return description.license?.allowsDerivatives ?? true
            && LicenseIdentifier.allowsDerivatives(description.templateLicense ?? "")
    }

    /// The metadata with the credit for the base image. Licenses require the credit in the meme's file. Empty for templates and for the
    /// user's own files.
    package var credit: Metadata {
        var metadata = Metadata()
        if case .template = self { return metadata }
        if case .joined(let origins) = self {
            let parts = origins.map(\.credit)
            (metadata.artist, metadata.copyright) = (Self.list(parts.map(\.artist)), Self.list(parts.map(\.copyright)))
            return metadata
        }
        let description = description
        metadata.artist = if case .medium = self { description.credit } else { description.owner }
        metadata.copyright = description.license?.name
        return metadata
    }
}
