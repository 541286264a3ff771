package import SystemPackage

/// A larger view of a photo, a meme, or a picture or video in an entry, with its credit.
package struct Peek: Sendable {
    /// The kind of view.
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        /// A photo in an album.
        case photo
        /// A picture in an entry.
        case picture
        /// A frame of a video in an entry, or a placeholder.
        case video
        /// A meme.
        case meme
    }

    /// The id of the photo, entry or meme.
    package let id: String
    package let kind: Kind
    /// The number of the picture in its entry, starting at 1.
    package let number: Int
    package let picture: DerivedPicture
    /// The path of the JPEG file in the cache, or of the original file if the cache cannot be written.
    package var path: FilePath { picture.unsavedBytes == nil ? picture.path : original }
    /// The path of the original file.
    package let original: FilePath
    /// The title as one line; may be empty.
    package let title: String
    /// The credit line; `nil` if there is none.
    package let credit: String?
    /// The reason why a placeholder replaces the video frame; `nil` if there is none.
    package let problem: String?
}

extension Library {
    /// Returns larger views of a photo, a meme, or all pictures and videos in an entry.
    ///
    /// - Parameter id: the id, or an id prefix with the kind, such as `photo-7k3`.
    /// - Returns: the views, one for each picture or video.
    /// - Throws: `LibraryError` with code `notFound` for an unknown id; `FileError` with code `missingBlob` for a missing file;
    ///   `ImageError` for a damaged file.
    package func peek(of id: String, size: RenditionSize = .peek) async throws -> [Peek] {
        let files: [(id: String, kind: Peek.Kind, blob: BlobHash, title: String, credit: String?)]
        switch id.prefix(while: { $0 != "-" }) {
        case "photo":
            let photo = try photo(named: id)
            files = [(photo.id.rawValue, .photo, photo.blob, photo.title, photo.credit)]
        case "meme":
            let meme = try meme(named: id)
            files = [(meme.id.rawValue, .meme, meme.blob, meme.texts.joined(separator: " / "), meme.credit)]
        case "entry":
            let entry = try entry(named: id)
            files = entry.media.map { medium in
                (entry.id.rawValue, medium.kind == .video ? .video : .picture, medium.blob, entry.title, medium.credit)
            }
        default: throw LibraryError(.notFound, "There is no photo, meme or entry \"\(id)\".")
        }
        var peeks: [Peek] = []
        for file in files {
            let view = try await view(size, of: file.kind == .video ? .video : .picture, file.blob)
            peeks.append(
                Peek(
                    id: file.id, kind: file.kind, number: peeks.count + 1, picture: view.picture,
                    original: blobs.path(of: file.blob), title: file.title, credit: file.credit, problem: view.problem))
        }
        return peeks
    }
}
