/// A photo with its number in the album, its files and its credit.
package struct PhotoListing: Encodable, Sendable {
    /// Paths or addresses of the files of a photo.
    package struct Files: Sendable {
        let file: String
        /// The smallest version.
        package let thumbnail: String
        let peek: String

        /// Names the picture itself and its smaller versions.
        package init(file: String, thumbnail: String, peek: String) {
            self.file = file
            self.thumbnail = thumbnail
            self.peek = peek
        }
    }

    /// Its place in the album from 1; `nil` while the album does not show it.
    package let number: Int?
    /// The photo.
    package let photo: Photo
    let files: Files

    private enum Key: String, CodingKey { case number, file, thumbnail, peek, credit, dateTaken }

    /// Lists a photo.
    package init(_ photo: Photo, number: Int?, files: Files) {
        self.number = number
        self.photo = photo
        self.files = files
    }

    /// Writes the members of the photo, and the others beside them.
    package func encode(to encoder: any Encoder) throws {
        try photo.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(number, forKey: .number)
        try container.encode(files.file, forKey: .file)
        try container.encode(files.thumbnail, forKey: .thumbnail)
        try container.encode(files.peek, forKey: .peek)
        try container.encode(photo.credit, forKey: .credit)
        // Sources write dates in their own ways.
        try container.encodeIfPresent(
            photo.dateTaken.map(WallTime.canonical), forKey: .dateTaken)
    }
}
