import Foundation
import PostcardPhotos
import PostcardSources

/// A file that starts like a JPEG and contains its position as plain text, since this module can't read real metadata.
enum TaggedPicture {
    /// The bytes of a file: the signature, then `latitude,longitude|title|artist|copyright|date`, then padding.
    static func bytes(at place: String, _ tags: String = "||||", length: Int = 400) -> [UInt8] {
        let head = [0xFF, 0xD8, 0xFF, 0xE1] + Array("\(place)|\(tags)\n".utf8)
        return head + Array(repeating: 0x20, count: max(0, length - head.count))
    }

    /// Reads the output of ``bytes(at:_:length:)``.
    @Sendable static func read(_ head: [UInt8]) -> PhotoMetadata? {
        let line = String(
            decoding: head.dropFirst(4).prefix { $0 != 0x0A }, as: UTF8.self)
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5 else { return nil }
        func part(_ index: Int) -> String? { parts[index].isEmpty ? nil : parts[index] }
        return PhotoMetadata(
            coordinate: try? Coordinate(parsing: parts[0]), dateTaken: part(4), title: part(1), artist: part(2),
            copyright: part(3))
    }
}
