import Foundation
import PostcardLibrary

extension MemeListing {
    /// Lists a meme with the path of its file.
    init(meme: MemeRecord, library: Library) {
        self.init(meme, path: "\(library.blobs.path(of: meme.blob))")
    }

    /// Date and time in UTC, to the minute.
    static func date(_ date: Date) -> String {
        String(date.formatted(.iso8601).prefix(16).replacing("T", with: " "))
    }
}
