import PostcardFiles
import PostcardImaging
import PostcardPhotos
import SystemPackage

/// A picture or video found in a folder.
struct FoundFile {
    /// The number of bytes to read from the start of a picture file. In most files, these bytes contain the date.
    private static let headLength = 256 << 10

    let path: FilePath
    private(set) var date: FileDate
    private(set) var isVideo = false
    /// The position where the file was taken; `nil` if it is unknown.
    private(set) var coordinate: Coordinate?
    /// The id of the journal that already contains the file; `nil` if there is none.
    var journal: Journal.ID?
    /// True if the first bytes of the file indicate a picture or video.
    private(set) var isMedium = true
    /// True if the library already contains the file.
    var isKnown = false

    /// Reads the date and position of a file. The date comes from the metadata, the file name or the modification time, in this order of
    /// preference.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes to read from a picture.
    ///   - tools: the programs that read videos.
    ///   - fileTime: returns the modification time of a file.
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

    /// Returns the metadata of the picture that starts with these bytes; `nil` if it cannot be read.
    private static func metadata(in head: [UInt8]) -> Metadata? { (try? ImageHeader(of: head))?.metadata }

    /// Converts the UTC date of a video to local time.
    mutating func useLocalDate(_ offsets: LocalOffsets) {
        guard isVideo, date.origin == nil, date.date.secondsFromUTC == 0 else { return }
        date = FileDate(date: offsets.local(date.date, longitude: coordinate?.longitude))
    }
}
