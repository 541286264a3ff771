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
    var coordinate: Coordinate?
    /// True if the position is from a GPS track.
    var isPlacedByTrack = false
    /// The title; `nil` if there is none.
    private(set) var title: String?
    /// The maker and model of the camera; `nil` if they are unknown.
    private(set) var camera: String?
    /// The video of a Live Photo; `nil` for other files.
    var motion: FilePath?
    /// True if the date is in UTC because the local time is unknown.
    private var hasDateInUTC = false
    /// The id of the journal that already contains the file; `nil` if there is none.
    var journal: Journal.ID?
    /// True if the first bytes of the file indicate a picture or video.
    private(set) var isMedium = true
    /// The hash of a file that the library already contains; `nil` for other files.
    var known: BlobHash?
    var isKnown: Bool { known != nil }

    /// Reads the date, position and title of a file. The date comes from the metadata, a sidecar, the file name or the modification time, in
    /// this order of preference.
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
        var metadata = Metadata()
        if ImageFormat(sniffing: head.span.bytes) != nil {
            metadata = Self.metadata(of: path, head: head, limit: limit)
        } else {
            isVideo = true
            isMedium = VideoContainer.fileExtension(sniffing: head) != nil
            if let video = try? VideoFile(path), case .success(let facts) = try await VideoFacts.read(video, by: tools)
            {
                metadata.dateTaken = facts.localDate(name: name)?.description
                metadata.position = facts.coordinate.map { .init(latitude: $0.latitude, longitude: $0.longitude) }
            }
        }
        let isDated = metadata.dateTaken != nil
        metadata.fillGaps(fromSidecarsOf: path)
        (coordinate, title, camera) = (metadata.coordinate, metadata.title ?? metadata.caption, metadata.camera)
        if let taken = metadata.dateTaken.flatMap({ WallTime($0) }) {
            date = FileDate(date: taken, subseconds: metadata.subseconds)
            // Google Takeout's dates are in UTC.
            hasDateInUTC = (isVideo || !isDated) && taken.secondsFromUTC == 0
            return
        }
        if let named = WallTime(fileName: name) {
            date = FileDate(date: named, origin: .fileName)
        } else {
            date = FileDate(date: try fileTime(path), origin: .fileTime)
        }
    }

    /// Makes the file of an entry's picture or video, which is stored at `path`.
    ///
    /// The date and position are those in a picture, which were not corrected or set by a track. Otherwise, they are the stored ones.
    ///
    /// - Parameter limit: the maximum number of bytes to read from a picture.
    init(_ medium: Medium, of entry: Entry, at path: FilePath, limit: Int) {
        (self.path, known, journal, isVideo) = (path, medium.blob, entry.journal, medium.kind == .video)
        let head = isVideo ? [] : (try? PictureFile.head(of: path, count: Self.headLength)) ?? []
        let metadata = Self.metadata(of: path, head: head, limit: limit)
        (coordinate, camera) = (isVideo ? medium.coordinate : metadata.coordinate, metadata.camera)
        if let taken = metadata.dateTaken.flatMap({ WallTime($0) }) {
            date = FileDate(date: taken, subseconds: metadata.subseconds)
        } else if let taken = medium.dateTaken {
            date = FileDate(date: taken, subseconds: medium.subseconds, origin: medium.dateOrigin)
        } else {
            date = FileDate(date: entry.date, origin: .fileTime)
        }
    }

    /// Returns the metadata of a picture, given its first bytes. Reads at most `limit` bytes.
    private static func metadata(of path: FilePath, head: [UInt8], limit: Int) -> Metadata {
        let metadata = Self.metadata(in: head) ?? Metadata()
        guard metadata.dateTaken == nil, head.count == headLength,
            let whole = try? PictureFile.head(of: path, count: limit)
        else { return metadata }
        return Self.metadata(in: whole) ?? metadata
    }

    /// Returns the metadata of the picture that starts with these bytes; `nil` if it cannot be read.
    private static func metadata(in head: [UInt8]) -> Metadata? { (try? ImageHeader(of: head))?.metadata }

    /// True if the date is from a clock, not from the file system.
    var hasClock: Bool { date.origin != .fileTime }

    /// The date of a picture, unless it is in UTC; otherwise `nil`.
    var localDate: WallTime? { hasDateInUTC || isVideo ? nil : date.date }

    /// Corrects the date.
    mutating func setDate(_ corrected: WallTime) {
        date = FileDate(date: corrected, subseconds: date.subseconds, origin: date.origin)
    }

    /// Converts a date in UTC to local time.
    mutating func useLocalDate(_ offsets: LocalOffsets) {
        guard hasDateInUTC else { return }
        date = FileDate(date: offsets.local(date.date, longitude: coordinate?.longitude))
    }
}
