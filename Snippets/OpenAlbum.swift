// Drops a pin and fills its album from a folder of photos: `swift run OpenAlbum LIBRARY PHOTOS`.

import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardSources
import SystemPackage

let library = try Library(directory: FilePath(CommandLine.arguments[1]), creates: true)
let pin = try library.dropPin(at: Coordinate(latitude: 48.8584, longitude: 2.2945), name: "Paris")

// Flickr and Wikimedia Commons are sources too: FlickrSource and CommonsSource.
let source = FolderSource(root: CommandLine.arguments[2]) { head in
    guard let metadata = try? ImageHeader(of: head.bytes).metadata else { return nil }
    return PhotoMetadata(
        coordinate: metadata.position.flatMap { try? Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
        dateTaken: metadata.dateTaken, title: metadata.title)
}

// What is stored stays when this is stopped, and the next call goes on.
let album = try await library.openAlbum(of: pin, from: source, request: AlbumRequest(count: 6, seed: 1)).album
for photo in try library.photos(of: album) {
    print(photo.title, "\(photo.width) × \(photo.height)", library.file(of: photo.blob))
}
