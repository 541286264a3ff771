internal import PostcardImaging

/// One line that `postcard batch` writes: what became of a job.
public struct PictureJobResult: Sendable, Encodable {
    /// How a job ended.
    public enum Status: String, Sendable, Encodable {
        /// The result is there.
        case done
        /// There is no result.
        case failed
    }

    /// The job's id; without one the number of its line, from 1.
    public let id: PictureJob.ID
    /// How it ended.
    public let status: Status
    /// Width of the result in pixels.
    public var width: Int?
    /// Height of the result in pixels.
    public var height: Int?
    /// The result's format: `jpeg`, `png` …
    public var format: String?
    /// Length of the result in bytes.
    public var bytes: Int?
    /// The file that was written.
    public var path: String?
    /// The result itself when no file was named.
    public var base64: String?
    /// What was wrong with the picture and passed over, and letters that no font has.
    public var warnings: [String]?
    /// What went wrong and what to do.
    public var message: String?

    init(id: PictureJob.ID) {
        self.id = id
        status = .done
    }

    init(failed id: PictureJob.ID, message: String) {
        self.id = id
        self.message = message
        status = .failed
    }
}
