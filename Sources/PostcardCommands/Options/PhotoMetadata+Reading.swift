import PostcardImaging
import PostcardLibrary
import PostcardSources

extension PhotoMetadata {
    /// Returns the metadata in the first bytes of a picture file; `nil` if the bytes are not the start of a picture.
    @Sendable
    init?(readingHead head: [UInt8]) {
        guard let metadata = try? ImageHeader(of: head).metadata else { return nil }
        self.init(
            coordinate: metadata.coordinate, dateTaken: metadata.dateTaken, title: metadata.title,
            artist: metadata.artist, copyright: metadata.copyright)
    }
}
