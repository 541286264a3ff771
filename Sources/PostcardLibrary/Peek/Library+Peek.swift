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
        switch id.prefix(while: { $0 != "-" }) {
        case "photo":
            let photo = try photo(named: id)
            return [
                Peek(
                    id: photo.id, kind: .photo, number: 1, picture: try derivedPicture(size, of: photo.blob),
                    original: blobs.path(of: photo.blob), title: photo.title, credit: photo.credit,
                    problem: nil)
            ]
        case "meme":
            let meme = try meme(named: id)
            return [
                Peek(
                    id: meme.id, kind: .meme, number: 1, picture: try derivedPicture(size, of: meme.blob),
                    original: blobs.path(of: meme.blob), title: meme.texts.joined(separator: " / "),
                    credit: meme.credit, problem: nil)
            ]
        case "entry":
            let entry = try entry(named: id)
            var peeks: [Peek] = []
            for medium in entry.media {
                let isVideo = medium.kind == .video
                let view =
                    isVideo
                    ? try await poster(size, ofVideo: medium.blob)
                    : (picture: try derivedPicture(size, of: medium.blob), problem: nil)
                peeks.append(
                    Peek(
                        id: entry.id, kind: isVideo ? .video : .picture, number: peeks.count + 1,
                        picture: view.picture, original: blobs.path(of: medium.blob), title: entry.title,
                        credit: medium.credit, problem: view.problem))
            }
            return peeks
        default:
            throw LibraryError(.notFound, "There is no photo, meme or entry \"\(id)\" to look at.")
        }
    }
}
