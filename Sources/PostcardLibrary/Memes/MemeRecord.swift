public import PlatformFoundation
public import PostcardImaging
public import PostcardMemes
public import PostcardPhotos

extension RecordKind {
    /// The kind of meme records.
    package static let meme: RecordKind = "meme"
}

/// A meme in a library: its texts, its specification, its base image and its file.
public struct MemeRecord: Sendable, Hashable, Codable, Identifiable {
    /// The id: `meme-` and twelve letters or digits.
    public let id: RecordID<MemeRecord>
    /// The texts of the captions from top to bottom.
    public let texts: [String]
    /// The specification for making the meme again. Overlay images are named `blob:` followed by their SHA-256.
    public let spec: Meme
    /// The id of the photo that is the base image; `nil` for other images.
    public let photo: Photo.ID?
    /// The id of the photo's pin; `nil` for other images.
    public let pin: Pin.ID?
    /// The file name of the base image; `nil` if it is a photo in the library.
    public let file: String?
    /// The URL of the base image; `nil` if the image has none.
    package let address: String?
    /// The name of the template; `nil` if there is none.
    public let template: String?
    /// The credit line of the photo; `nil` if there is none.
    public let credit: String?
    /// The name of the photo's owner; `nil` if it is unknown.
    public let owner: String?
    /// The license of the photo; `nil` if it is unknown.
    public let license: License?
    /// The SPDX identifier of the template's license; `nil` if there is none.
    package let templateLicense: String?
    /// The position where the base image was taken; `nil` if it is unknown.
    public let coordinate: Coordinate?
    /// The file of the base image; `nil` in records written by early versions, which did not keep it.
    package let source: BlobReference?
    /// The files of overlays; `nil` if there are none.
    package let overlays: [BlobReference]?
    /// The crop and size of the base image; `nil` for the whole image at its original size.
    package let framing: MemeFraming?
    /// The SHA-256 of the meme's file.
    public let blob: BlobHash
    /// The length of the meme's file in bytes.
    public let bytes: Int
    /// The raw value of ``format``, such as `jpeg`.
    package let formatName: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The time at which the meme was made.
    public let created: Date

    private enum CodingKeys: String, CodingKey {
        case id, texts, spec, photo, pin, file, address, template, credit, owner, license, templateLicense, coordinate
        case source, overlays, framing, blob, bytes
        case formatName = "format"
        case width, height, created
    }

    /// The format of the file; `nil` if a later version of Postcard wrote it in a new format.
    public var format: ImageFormat? { ImageFormat(rawValue: formatName) }

    /// The file name extension, such as `jpg`.
    package var fileExtension: String { format?.fileExtension ?? formatName }

    /// True if the known licenses of the base image allow derivatives such as a meme.
    public var allowsDerivatives: Bool { MemeOrigin.meme(self).allowsDerivatives }

    /// The files that the record refers to.
    package var blobs: [BlobReference] {
        [BlobReference(hash: blob, size: bytes)] + (overlays ?? []) + [source].compactMap(\.self)
    }
}
