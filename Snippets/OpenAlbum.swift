// Adds a pin to a library and fills its album from a folder of photos: `swift run OpenAlbum LIBRARY PHOTOS`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardSources

guard CommandLine.arguments.count == 3 else {
    print("usage: OpenAlbum LIBRARY PHOTOS")
    exit(64)
}
let photos = URL(filePath: CommandLine.arguments[2])
let library = try Library(directory: URL(filePath: CommandLine.arguments[1]), createIfNeeded: true)
let pin =
    try library.pins().first { $0.name == "Paris" }
    ?? library.addPin(at: Coordinate(latitude: 48.8584, longitude: 2.2945), name: "Paris")

// FlickrSource and CommonsSource are sources too.
let source = try FolderSource(directory: photos) { head in
    guard let metadata = try? ImageHeader(of: head).metadata else { return nil }
    return PhotoMetadata(
        coordinate: metadata.position.flatMap { try? Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
        dateTaken: metadata.dateTaken, title: metadata.title, artist: metadata.artist,
        copyright: metadata.copyright)
}

// Stored photos stay if the job is stopped, and the next call continues the download.
let job = library.openAlbum(of: pin, from: source, request: AlbumRequest(count: 6, seed: 1))
for try await event in job {
    switch event {
    case .stored(let photo, _): print("\(photo.credit): \(library.file(of: photo.blob).string)")
    case .skipped(let photo, let reason): print("\(photo.title): \(reason)")
    case .chosen, .received: break
    }
}
let album = try await job.value
print("\(try library.photos(of: album).count) photos")
