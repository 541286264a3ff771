import Foundation
import PostcardPhotos

extension PhotoPage {
    /// The same page as if all pictures were on one host, since two stand-ins have different ports.
    var withoutAddresses: PhotoPage {
        let photos = photos.map { photo in
            RemotePhoto(
                source: photo.source, id: photo.id, title: photo.title, ownerName: photo.ownerName,
                ownerURL: photo.ownerURL, pageURL: photo.pageURL, license: photo.license, dateTaken: photo.dateTaken,
                coordinate: photo.coordinate,
                renditions: photo.renditions.compactMap { rendition in
                    guard let width = rendition.width, let height = rendition.height else { return nil }
                    return Rendition(
                        url: URL(filePath: rendition.url.path()), width: width, height: height, kind: rendition.kind)
                })
        }
        return PhotoPage(photos: photos, number: number, pageCount: pageCount, total: total, radius: radius)
    }
}

extension [UInt8] {
    /// The longer edge of a baseline JPEG, from its frame header.
    var jpegLongEdge: Int? {
        guard let frame = indices.dropLast(9).first(where: { self[$0] == 0xFF && self[$0 + 1] == 0xC0 }) else {
            return nil
        }
        return Swift.max(
            Int(self[frame + 5]) << 8 | Int(self[frame + 6]), Int(self[frame + 7]) << 8 | Int(self[frame + 8]))
    }
}
