public import PostcardMemes
import PostcardSources

/// The origin of the base image of a meme.
public enum MemeOrigin: Sendable, Hashable {
    /// A photo of the library.
    case photo(Photo)
    /// A file, by its name without folders.
    case file(String)
    /// An http or https address.
    case url(String)
    /// A template.
    case template(Template)
    /// The same as that of another meme.
    case meme(MemeRecord)
    /// A picture of an entry.
    case medium(Medium)

    /// The members of a record that describe the origin.
    struct Description {
        var photo: String?
        var pin: String?
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
        var description = Description()
        switch self {
        case .photo(let photo):
            description.photo = photo.id
            description.pin = photo.album
            description.credit = photo.credit
            description.owner = photo.owner.isEmpty ? nil : photo.owner
            description.license = photo.license
            description.coordinate = photo.coordinate
        case .file(let name): description.file = name
        case .url(let address): description.address = address
        case .template(let template):
            description.template = template.name
            description.credit = template.creditLine
            description.owner = template.credit
            description.templateLicense = template.license
        case .meme(let record):
            description = Description(
                photo: record.photo, pin: record.pin, file: record.file, address: record.address,
                template: record.template, credit: record.credit, owner: record.owner, license: record.license,
                templateLicense: record.templateLicense, coordinate: record.coordinate)
        case .medium(let medium):
            description.photo = medium.photo
            description.file = medium.photo == nil ? medium.name : nil
            description.credit = medium.credit
            description.license = medium.license
            description.coordinate = medium.coordinate
        }
        return description
    }
}
