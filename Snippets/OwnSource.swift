// A custom photo source: `swift run OwnSource PHOTO` finds the photo near the Eiffel Tower and downloads it.

// snippet.hide
import Foundation
// snippet.show
import PostcardPhotos

/// Photos in memory by their ids.
struct MemorySource: PhotoSource {
    let name = "memory"
    let notice: String? = nil
    let stored: [String: (position: Coordinate, bytes: [UInt8])]

    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        let found = stored.filter { query.center.distance(to: $0.value.position) <= query.radius }.map { id, photo in
            RemotePhoto(
                source: name, id: id, title: id, ownerName: "Ada", ownerURL: nil, pageURL: nil,
                license: .creativeCommons("by", "4.0"), dateTaken: nil, coordinate: photo.position,
                renditions: [Rendition(url: URL(filePath: "/\(id)"), longEdge: 0, kind: .original)])
        }
        return PhotoPage(
            photos: page == 1 ? found : [], number: page, pageCount: 1, total: found.count, radius: query.radius)
    }

    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: nonisolated(nonsending) (Rendition) async throws -> PartialPicture?,
        to sink: nonisolated(nonsending) (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        guard let bytes = stored[photo.id]?.bytes, let rendition = photo.renditions.first else {
            throw SourceError(.gone, "The photo \(photo.id) was deleted.")
        }
        guard bytes.count <= maximumBytes else { throw SourceError(.tooLarge, "\(photo.id) is too large.") }
        try await sink(.began(PictureStart(rendition: rendition, length: bytes.count)))
        try await sink(.received(bytes))
        return PictureDownload(rendition: rendition, byteCount: bytes.count, url: rendition.url)
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: OwnSource PHOTO")
    exit(64)
}
let tower = try Coordinate(latitude: 48.8584, longitude: 2.2945)
let bytes = try [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let source = MemorySource(stored: ["tower": (tower, bytes)])
let page = try await source.photos(matching: PhotoQuery(center: tower, radius: 1_000), page: 1)
for photo in page.photos {
    let (download, bytes) = try await source.download(photo, atLeast: 1_024, maximumBytes: 32 << 20)
    print("\(photo.title): \(bytes.count) bytes, \(download.rendition.kind)")
}
