import PostcardFiles
import PostcardImaging
import PostcardPhotos
import SystemPackage

/// A picture or video found in a folder.
struct FoundFile {
    /// The number of bytes that contain the date of most pictures.
    private static let headLength = 256 << 10

    let path: FilePath
    private(set) var date: FileDate
    private(set) var isVideo = false
    /// The position at which it was taken; `nil` if it is unknown.
    private(set) var coordinate: Coordinate?
    /// The id of the journal that already has it; `nil` if there is none.
    var journal: Journal.ID?
    /// True if its first bytes are those of a picture or video.
    private(set) var isMedium = true
    /// A Boolean value that indicates whether the library already has it.
    var isKnown = false

    /// Reads the date and position of a file. The date is according to itself, to its name, or to the disk.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes of a picture that are read at most.
    ///   - tools: the programs that read videos.
    ///   - fileTime: returns the time at which a file was changed last.
    /// - Throws: `CancellationError`; the error of `fileTime`.
    init(_ path: FilePath, limit: Int, tools: MediaTools, fileTime: (FilePath) throws -> WallTime) async throws {
        self.path = path
        let name = path.lastComponent?.string ?? ""
        let head = (try? PictureFile.head(of: path, count: Self.headLength)) ?? []
        if ImageFormat(sniffing: head.span.bytes) != nil {
            var metadata = Self.metadata(in: head)
            if metadata?.dateTaken == nil, head.count == Self.headLength,
                let whole = try? PictureFile.head(of: path, count: limit)
            {
                metadata = Self.metadata(in: whole)
            }
            coordinate = metadata?.coordinate
            if let metadata, let taken = metadata.dateTaken.flatMap({ WallTime($0) }) {
                date = FileDate(date: taken, subseconds: metadata.subseconds)
                return
            }
        } else {
            isVideo = true
            isMedium = VideoContainer.fileExtension(sniffing: head) != nil
            if let video = try? VideoFile(path), case .success(let facts) = try await VideoFacts.read(video, by: tools)
            {
                coordinate = facts.coordinate
                if let found = facts.localDate(name: name) {
                    date = FileDate(date: found)
                    return
                }
            }
        }
        if let named = WallTime(fileName: name) {
            date = FileDate(date: named, origin: .fileName)
        } else {
            date = FileDate(date: try fileTime(path), origin: .fileTime)
        }
    }

    /// Returns the metadata of a picture of which these are the first bytes; `nil` if they cannot be read.
    private static func metadata(in head: [UInt8]) -> Metadata? { (try? ImageHeader(of: head))?.metadata }

    /// Replaces the date of a video in UTC by that in local time.
    mutating func useLocalDate(_ offsets: LocalOffsets) {
        guard isVideo, date.origin == nil, date.date.secondsFromUTC == 0 else { return }
        date = FileDate(date: offsets.local(date.date, longitude: coordinate?.longitude))
    }
}
