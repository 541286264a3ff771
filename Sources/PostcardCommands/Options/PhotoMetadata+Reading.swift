import PostcardImaging
import PostcardLibrary
import PostcardSources

extension PhotoMetadata {
    /// Reads the metadata from the first bytes of a picture file; `nil` if they are not a picture.
    @Sendable
    init?(readingHead head: [UInt8]) {
        guard let metadata = try? ImageHeader(of: head).metadata else { return nil }
        self.init(
            coordinate: metadata.coordinate, dateTaken: metadata.dateTaken, title: metadata.title,
            artist: metadata.artist, copyright: metadata.copyright)
    }
}
