public import PostcardImaging
import PostcardSources

extension MemeOrigin {
    /// The credit of the base image, to be written into the file of the meme as licences require. Empty for a file of
    /// one's own, which stays private.
    public var credit: Metadata {
        var metadata = Metadata()
        switch self {
        case .photo(let photo):
            metadata.artist = photo.owner.isEmpty ? nil : photo.owner
            metadata.copyright = photo.license.name
        case .meme(let record):
            metadata.artist = record.owner
            metadata.copyright = record.license?.name
        case .medium(let medium):
            metadata.artist = medium.credit
            metadata.copyright = medium.license?.name
        case .template, .file, .url: break
        }
        return metadata
    }
}
