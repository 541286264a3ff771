public import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardMemes
public import PostcardSources

extension RecordKind {
    /// A picture with words on it.
    public static let meme: RecordKind = "meme"
}

/// A meme that was made in a library: its words, the picture beneath, and the file.
public struct MemeRecord: Sendable, Hashable, Codable, Identifiable {
    /// A picture file that the meme needs to be made again.
    public struct Part: Sendable, Hashable, Codable {
        /// SHA-256 of the file.
        public let blob: BlobHash
        /// Bytes of the file.
        public let bytes: Int
    }

    /// Its name in the index, `meme-` and twelve letters or digits.
    public let id: String
    /// The words, from top to bottom.
    public let texts: [String]
    /// The specification of the meme, enough to make it again. Pictures of overlays are named `blob:` and their
    /// SHA-256.
    public let spec: Meme
    /// The photo of the library that is the base image.
    public let photo: String?
    /// The pin of that photo.
    public let pin: String?
    /// The name of the file that is the base image, when it is no photo of the library.
    public let file: String?
    /// The address that the base image is from.
    public let address: String?
    /// The template that was used.
    public let template: String?
    /// The line that credits the photo's owner.
    public let credit: String?
    /// The name of the photo's owner.
    public let owner: String?
    /// The licence of the photo.
    public let license: License?
    /// The licence of the template, an SPDX identifier.
    public let templateLicense: String?
    /// The coordinate at which the base image was taken.
    public let coordinate: Coordinate?
    /// The base image; `nil` in records of versions that did not keep it.
    public let source: Part?
    /// The pictures of overlays.
    public let overlays: [Part]?
    /// Crop and size of the base image.
    public let framing: MemeFraming?
    /// SHA-256 of the meme's own file.
    public let blob: BlobHash
    /// Bytes of the meme's own file.
    public let bytes: Int
    /// The format of the file, such as `jpeg`.
    public let format: String
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// The time at which it was made.
    public let created: Date

    /// A Boolean value that indicates whether the known licences of the base image allow derivatives such as a meme.
    public var allowsDerivatives: Bool { MemeOrigin.meme(self).allowsDerivatives }

    /// All files that the record needs.
    package var blobs: [BlobReference] {
        [BlobReference(hash: blob, size: bytes)]
            + ((overlays ?? []) + [source].compactMap { $0 }).map { BlobReference(hash: $0.blob, size: $0.bytes) }
    }
}

/// Crop and size of the base image, as typed.
public struct MemeFraming: Sendable, Hashable, Codable {
    /// A shape such as `1:1`, or a part such as `10,20,300,200`; `nil` for the whole picture.
    public let crop: String?
    /// The box that the picture fits in, such as `800` or `1200x630`; `nil` for its own size.
    public let size: String?

    /// Makes a framing.
    public init(crop: String? = nil, size: String? = nil) {
        self.crop = crop
        self.size = size
    }
}

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
    /// The terms of the base image; `nil` when nothing is known of them.
    package var license: License? { description.license }

    /// A Boolean value that indicates whether the known licences of the base image allow derivatives such as a meme.
    package var allowsDerivatives: Bool {
        let description = description
        return description.license?.allowsDerivatives ?? true
            && LicenseIdentifier.allowsDerivatives(description.templateLicense ?? "")
    }

    /// The credit of the base image, to be written into the file of the meme as licences require. Empty for a file of
    /// one's own, which stays private.
    public var credit: Metadata {
        var metadata = Metadata()
        if case .template = self { return metadata }
        let description = description
        metadata.artist = if case .medium = self { description.credit } else { description.owner }
        metadata.copyright = description.license?.name
        return metadata
    }
}
