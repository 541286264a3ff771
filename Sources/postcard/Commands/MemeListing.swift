import Foundation
import PostcardLibrary

/// A meme's record with the place of its file, to print.
struct MemeListing: Encodable {
    let meme: MemeRecord
    let path: String

    private enum Key: String, CodingKey { case path }

    init(meme: MemeRecord, library: Library) {
        self.meme = meme
        path = "\(library.blobs.path(of: meme.blob))"
    }

    func encode(to encoder: any Encoder) throws {
        try meme.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .path)
    }

    /// The words on one line.
    static func words(_ meme: MemeRecord) -> String {
        meme.texts.map { $0.replacing("\n", with: " ") }.joined(separator: " / ")
    }

    /// Date and time in UTC, to the minute.
    static func date(_ date: Date) -> String {
        String(date.formatted(.iso8601).prefix(16).replacing("T", with: " "))
    }
}
