import PostcardCore
import PostcardPhotos

/// A GPX file in a journal, with its paths for maps.
package struct JournalTrack: Sendable, Hashable, Codable {
    /// The hash of the file.
    let blob: BlobHash
    /// The length of the file in bytes.
    let bytes: Int
    /// The name of the file.
    let name: String
    /// The simplified paths. Each consists of points such as `48.858370,2.294480`, separated by spaces.
    let lines: [String]

    /// Makes the track of a stored file.
    init(_ track: Track, _ blob: BlobReference) {
        (self.blob, bytes, name) = (blob.hash, blob.size, track.name)
        lines = track.simplified.map { line in line.map(\.description).joined(separator: " ") }
    }

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// The simplified paths.
    var paths: [[Coordinate]] {
        lines.map { line in
            line.split(separator: " ").compactMap { point in
                let numbers = point.split(separator: ",").compactMap { Double($0) }
                guard numbers.count == 2 else { return nil }
                return try? Coordinate(latitude: numbers[0], longitude: numbers[1])
            }
        }
    }
}
