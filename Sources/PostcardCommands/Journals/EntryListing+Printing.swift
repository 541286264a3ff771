import PostcardLibrary

extension EntryListing {
    /// Lists an entry with the paths of its files.
    init(entry: Entry, library: Library) {
        self.init(entry, files: entry.media.map { "\(library.blobs.path(of: $0.blob))" })
    }
}

extension Entry {
    /// Says what is not known of videos that were added where ffmpeg is not installed.
    func sayWhatIsUnknown() {
        guard media.contains(where: { $0.kind == .video && $0.width == nil }) else { return }
        Console.error(
            "\(id): without ffmpeg, size, duration and frames of the video are unknown. Install it to see a frame.")
    }

    /// Its pictures and videos, and its title, on one line.
    var summary: String { "\(mediaSummary)  \(title.firstLine)" }

    /// The numbers of pictures and videos, and the length of a video.
    var mediaSummary: String {
        let pictures = media.count { $0.kind == .picture }
        let videos = media.filter { $0.kind == .video }
        var parts: [String] = []
        if pictures > 0 { parts.append(pictures.counting("picture")) }
        if let video = videos.first {
            let length = video.duration.map { " \(Self.clock($0))" } ?? ""
            parts.append(videos.count == 1 ? "1 video\(length)" : "\(videos.count) videos")
        }
        return parts.joined(separator: ", ")
    }

    /// Minutes and seconds, such as `2:05`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
