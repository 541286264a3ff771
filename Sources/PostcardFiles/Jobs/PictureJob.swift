import PostcardImaging
import PostcardMemes

/// A line of input of `postcard batch`: a picture, its edits, and the places of the results.
///
///     {"id": 7, "input": "photo.jpg", "operations": [{"resize": {"width": 800}}], "output": "small.webp"}
package struct PictureJob: Sendable {
    /// The version of the format. Jobs may name it; jobs of other versions are refused.
    package static let version = 1

    /// The id of a job, repeated in its result.
    package enum ID: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A whole number.
        case number(Int)
    }

    /// The input picture of a job.
    package enum Input: Sendable, Hashable {
        /// A file or an address, never standard input, which holds the jobs.
        ///
        /// A file is written `"photo.jpg"` or `{"path": "photo.jpg"}`, or as a URL, `"file:///tmp/caf%E9.jpg"`, whose escapes may be bytes that are
        /// not UTF-8. An http, https or s3 address is written `{"url": "https://…"}`, or as plain text.
        case source(PictureSource)
        /// The bytes of the file; written `{"base64": "…"}`.
        case bytes([UInt8])
    }

    /// An output of a job: its path, size and encoding.
    struct Output: Sendable {
        /// The path of the file; `nil` for a result in Base64.
        var path: String?
        /// The format; `nil` for that of the file's name. Without a name it is JPEG, or PNG for a picture with transparency.
        var format: ImageFormat?
        /// The quality, 1 to 100; `nil` for the default. Only without a quality does a meme on a JPEG keep the coded blocks that it does not touch.
        var quality: Int?
        /// The metadata of the source that the result keeps.
        var keep: Metadata.Kept = []
        /// The treatment of an existing file; `nil` for that of the runner.
        var existing: ExistingResult?
        /// The size, applied before the operations; only in a list of several outputs.
        var resize: Resize?
    }

    /// The treatment of an existing file at the path of a result.
    package enum ExistingResult: String, Sendable, CaseIterable, Decodable {
        /// An existing file is an error.
        case fail
        /// The existing file is replaced.
        case replace
        /// The existing file is kept as the result, and no picture is made.
        case keep
    }

    /// The id of the job; `nil` if it has none.
    package let id: ID?
    let input: Input
    let recipe: PictureRecipe
}

/// The part of a job that many pictures can share: operations and outputs.
package struct PictureRecipe: Sendable {
    var operations: [EditRequest] = []
    /// The outputs, at least one.
    var outputs: [PictureJob.Output] = [PictureJob.Output()]
    /// A Boolean value that indicates whether the outputs were written as a list. Then the result has a list too.
    var hasList = false
    /// A Boolean value that indicates whether the result contains a description of the source.
    var describesSource = false

    /// The quality of outputs without one.
    var defaultQuality: Int {
        let hasMeme = operations.contains { if case .meme = $0 { true } else { false } }
        return hasMeme ? MemeFile.defaultQuality : 85
    }
}
