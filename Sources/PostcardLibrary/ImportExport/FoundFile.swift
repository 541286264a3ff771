import PostcardSources
import PostcardFiles
import PostcardImaging
import SystemPackage

/// A picture or video found in a folder.
struct FoundFile {
    /// The number of bytes that contain the date of most pictures.
    private static let headLength = 256 << 10

    let path: FilePath
    private(set) var date: FileDate
    private(set) var isVideo = false
    /// The longitude of a video in degrees east; `nil` if it is unknown.
    private var longitude: Double?
    /// The id of the journal that already has it; `nil` if there is none.
    var journal: String?
    /// A Boolean value that indicates whether the library already has it.
    var isKnown = false

    /// Reads the date of a file: according to itself, to its name, or to the disk.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: the number of bytes of a picture that are read at most.
    ///   - fileTime: returns the time at which a file was changed last.
    /// - Throws: `CancellationError`; the error of `fileTime`.
    init(_ path: FilePath, limit: Int, fileTime: (FilePath) throws(LibraryError) -> WallTime) async throws {
        self.path = path
        let name = path.lastComponent?.string ?? ""
        if let head = try? PictureFile.head(of: path, count: Self.headLength),
            ImageFormat(sniffing: head.span.bytes) != nil
        {
            let isWhole = head.count < Self.headLength
            if let found = Self.date(in: head)
                ?? (isWhole ? nil : (try? PictureFile.head(of: path, count: limit)).flatMap(Self.date))
            {
                date = found
                return
            }
        } else {
            isVideo = true
            if let video = try? VideoFile(path), case .success(let facts) = try await VideoFacts.read(video) {
                longitude = facts.coordinate?.longitude
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

    /// Returns the date of a picture of which these are the first bytes; `nil` if it has none.
    private static func date(in head: [UInt8]) -> FileDate? {
        guard let metadata = (try? ImageHeader(of: head.span.bytes))?.metadata else { return nil }
        let date = metadata.dateTaken.flatMap { WallTime($0) }
        return date.map { FileDate(date: $0, subseconds: metadata.subseconds) }
    }

    /// Replaces the date of a video in UTC by that in local time.
    mutating func useLocalDate(_ offsets: LocalOffsets) {
        guard isVideo, date.origin == nil, date.date.secondsFromUTC == 0 else { return }
        date = FileDate(date: offsets.local(date.date, longitude: longitude))
    }
}
