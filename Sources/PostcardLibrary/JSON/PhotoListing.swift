/// The JSON of a photo, with its number, files and credit line.
package struct PhotoListing: Encodable, Sendable {
    /// The paths or URLs of the files of a photo.
    package struct Files: Encodable, Sendable {
        let file: String
        /// The path or URL of the smallest version.
        package let thumbnail: String
        let peek: String

        /// Makes the paths or URLs of the picture and its smaller versions.
        package init(file: String, thumbnail: String, peek: String) {
            self.file = file
            self.thumbnail = thumbnail
            self.peek = peek
        }
    }

    /// The number in the album, starting at 1; `nil` if the album does not show the photo.
    package let number: Int?
    package let photo: Photo
    let files: Files

    package init(_ photo: Photo, number: Int?, files: Files) {
        self.number = number
        self.photo = photo
        self.files = files
    }

    /// Encodes the members of the photo along with the listing's own members.
    package func encode(to encoder: any Encoder) throws {
        try photo.encode(to: encoder)
        try files.encode(to: encoder)
        if let number { try ["number": number].encode(to: encoder) }
        try ["credit": photo.credit].encode(to: encoder)
        // Sources use different date formats.
        if let date = photo.dateTaken { try ["dateTaken": WallTime.canonical(date)].encode(to: encoder) }
    }
}
