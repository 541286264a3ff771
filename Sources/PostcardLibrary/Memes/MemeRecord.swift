public import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardMemes
public import PostcardPhotos

extension RecordKind {
    /// The kind of memes.
    public static let meme: RecordKind = "meme"
}

/// A meme of a library: its texts, its specification, its base image and its file.
public struct MemeRecord: Sendable, Hashable, Codable, Identifiable {
    /// The id: `meme-` and twelve letters or digits.
    public let id: String
    /// The texts of the captions from top to bottom.
    public let texts: [String]
    /// The specification by which the meme can be made again. The pictures of overlays are named `blob:` and their SHA-256.
    public let spec: Meme
    /// The id of the photo that is the base image; `nil` for another picture.
    public let photo: String?
    /// The id of the pin of that photo; `nil` for another picture.
    public let pin: String?
    /// The file name of the base image; `nil` if it is a photo of the library.
    public let file: String?
    /// The address of the base image; `nil` if it has none.
    public let address: String?
    /// The name of the template; `nil` if there is none.
    public let template: String?
    /// The credit line of the photo; `nil` if there is none.
    public let credit: String?
    /// The name of the photo's owner; `nil` if it is unknown.
    public let owner: String?
    /// The licence of the photo; `nil` if it is unknown.
    public let license: License?
    /// The SPDX identifier of the template's licence; `nil` if there is none.
    public let templateLicense: String?
    /// The position at which the base image was taken; `nil` if it is unknown.
    public let coordinate: Coordinate?
    /// The file of the base image; `nil` in records of early versions, which did not keep it.
    public let source: BlobReference?
    /// The files of overlays; `nil` if there are none.
    public let overlays: [BlobReference]?
    /// The crop and size of the base image; `nil` for the whole picture in its own size.
    public let framing: MemeFraming?
    /// The SHA-256 of the meme's file.
    public let blob: BlobHash
    /// The length of the meme's file in bytes.
    public let bytes: Int
    /// The format of the file, such as `jpeg`.
    public let format: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The time at which it was made.
    public let created: Date

    /// A Boolean value that indicates whether the known licences of the base image allow derivatives such as a meme.
    public var allowsDerivatives: Bool { MemeOrigin.meme(self).allowsDerivatives }

    /// The files that the record refers to.
    package var blobs: [BlobReference] {
        [BlobReference(hash: blob, size: bytes)] + (overlays ?? []) + [source].compactMap(\.self)
    }
}

/// The crop and size of the base image as typed.
public struct MemeFraming: Sendable, Hashable, Codable {
    /// The crop: an aspect ratio such as `1:1`, or a part such as `10,20,300,200`; `nil` for the whole picture.
    public let crop: String?
    /// The box that the picture is fitted into, such as `800` or `1200x630`; `nil` for its own size.
    public let size: String?

    /// Makes a framing.
    public init(crop: String? = nil, size: String? = nil) {
        self.crop = crop
        self.size = size
    }
}

// MARK: - MemeOrigin

/// The origin of the base image of a meme.
public enum MemeOrigin: Sendable, Hashable {
    /// A photo of the library.
    case photo(Photo)
    /// A file, given by its name without folders.
    case file(String)
    /// An http or https address.
    case url(String)
    /// A template.
    case template(Template)
    /// The base image of another meme.
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
        }
    }
}

extension MemeOrigin {
    /// The licence of the base image; `nil` if it is unknown.
    package var license: License? { description.license }

    /// A Boolean value that indicates whether the known licences of the base image allow derivatives such as a meme.
    package var allowsDerivatives: Bool {
        let description = description
        return description.license?.allowsDerivatives ?? true
            && LicenseIdentifier.allowsDerivatives(description.templateLicense ?? "")
    }

    /// The metadata with the credit of the base image, which licences require in the file of the meme. Empty for a template and for the user's own
    /// file.
    public var credit: Metadata {
        var metadata = Metadata()
        if case .template = self { return metadata }
        let description = description
        metadata.artist = if case .medium = self { description.credit } else { description.owner }
        metadata.copyright = description.license?.name
        return metadata
    }
}
