public import SystemPackage

/// A larger view of something in a library, and what can be done with it.
public struct Peek: Sendable {
    /// The kind of a view.
    public enum Kind: String, Sendable, Encodable, CaseIterable {
        /// A photo of an album.
        case photo
        /// A picture of an entry.
        case picture
        /// A frame of a video of an entry, or a drawn placeholder.
        case video
        /// A meme.
        case meme
    }

    /// The id of the photo, entry or meme.
    public let id: String
    /// The kind of the view.
    public let kind: Kind
    /// The number of the picture in its entry, from 1.
    public let number: Int
    /// The view.
    public let picture: DerivedPicture
    /// The JPEG file with the view, in the cache; the file that it was made of if the cache cannot be written.
    public var path: FilePath { picture.unsavedBytes == nil ? picture.path : original }
    /// The file that the view was made of.
    public let original: FilePath
    /// A line about it.
    public let title: String
    /// The line that credits its maker.
    public let credit: String?
    /// The reason for a drawn placeholder in place of a frame of a video; `nil` when there is none.
    public let problem: String?
}

extension Library {
    /// Larger views of a photo, a meme, or all pictures and videos of an entry.
    ///
    /// - Parameters:
    ///   - id: its id, or the beginning of it with its kind, such as `photo-7k3`.
    ///   - size: how large; the settings say how many pixels that is.
    /// - Returns: the views, one for each picture or video.
    /// - Throws: `LibraryError` with code `notFound` when there is no such thing, `missingBlob` when its file is missing;
    ///   `ImageError` when that is damaged.
    public func peek(of id: String, size: DerivedSize = .peek) async throws -> [Peek] {
        let files: [(id: String, kind: Peek.Kind, blob: BlobHash, title: String, credit: String?)]
        switch id.prefix(while: { $0 != "-" }) {
        case "photo":
            let photo = try photo(named: id)
            files = [(photo.id, .photo, photo.blob, photo.title, photo.credit)]
        case "meme":
            let meme = try meme(named: id)
            files = [(meme.id, .meme, meme.blob, meme.texts.joined(separator: " / "), meme.credit)]
        case "entry":
            let entry = try entry(named: id)
            files = entry.media.map { medium in
                (entry.id, medium.kind == .video ? .video : .picture, medium.blob, entry.title, medium.credit)
            }
        default: throw LibraryError(.notFound, "There is no photo, meme or entry \"\(id)\" to look at.")
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
