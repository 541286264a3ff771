// Saves photos of a place in a folder, from Wikimedia Commons: `swift run AlbumToFolder ALBUM`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardPhotos
import PostcardSources

/// Saves up to six photos that can be used without conditions, taken within 2,000 meters of a place.
func savePhotos(of place: Coordinate, from source: some PhotoSource, to album: URL) async throws {
    try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
    let query = PhotoQuery(center: place, radius: 2_000, licenses: [.cc0, .publicDomainMark])
    var saved = 0
    for number in 1... {
        let page = try await source.photos(matching: query, page: number)
        print("Page \(number) of \(page.pageCount): \(page.photos.count) photos")
        for photo in page.photos where saved < 6 {
            do {
                let (_, bytes) = try await source.download(photo, atLeast: 1_024, maximumBytes: 32 << 20)
                guard let format = ImageFormat(sniffing: bytes) else { continue }
                saved += 1
                let name = "\(saved).\(format.fileExtension)"
                try Data(bytes).write(to: album.appending(path: name))
                print("\(name): \(photo.title) by \(photo.ownerName), \(photo.license.name)")
            } catch let error as SourceError {
                // The next photo is saved instead.
                print("\(photo.title): \(error)")
            }
        }
        guard saved < 6, number < page.pageCount else { return }
    }
}

guard CommandLine.arguments.count > 1 else {
    print("usage: AlbumToFolder ALBUM")
    exit(64)
}
let album = URL(filePath: CommandLine.arguments[1])
let tower = try Coordinate(latitude: 48.8584, longitude: 2.2945)
// snippet.hide
// The tests have a folder of photos, and no network.
if CommandLine.arguments.count > 2 {
    let folder = try FolderSource(directory: URL(filePath: CommandLine.arguments[2])) { head in
        guard let position = try? ImageHeader(of: head).metadata.position else { return nil }
        return PhotoMetadata(coordinate: try? Coordinate(latitude: position.latitude, longitude: position.longitude))
    }
    try await savePhotos(of: tower, from: folder, to: album)
    exit(0)
}
// snippet.show
// Wikimedia rejects requests without a contact.
let agent = UserAgent(version: "1.0", contact: "https://example.org/contact")
try await savePhotos(of: tower, from: CommonsSource(userAgent: agent), to: album)
