import PostcardImaging
import PostcardMemes

/// One line that `postcard batch` reads: a picture, what to do with it, and where the results go.
///
///     {"id": 7, "input": "photo.jpg", "operations": [{"resize": {"width": 800}}], "output": "small.webp"}
package struct PictureJob: Sendable {
    /// The version of this format; a job may name it, and a job of a later one is refused.
    package static let version = 1

    /// A name that the result carries too.
    package enum ID: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A whole number.
        case number(Int)
    }

    /// The source of a picture.
    package enum Input: Sendable, Hashable {
        /// A file; written `"photo.jpg"` or `{"path": "photo.jpg"}`, or as an address, `"file:///tmp/caf%E9.jpg"`, whose escapes can
        /// be bytes that are not UTF-8. Or an http, https or s3 address; written `{"url": "https://…"}`, or as plain text that begins so.
        /// Never standard input, where jobs come from.
        case source(PictureSource)
        /// The bytes of the file; written `{"base64": "…"}`.
        case bytes([UInt8])
    }

    /// The path of a result, and the way it is made and encoded.
    struct Output: Sendable {
        /// The file; the result is in the response as Base64 when there is none.
        var path: String?
        /// Otherwise that of the file's name; without a name JPEG, or PNG for a picture with transparency.
        var format: ImageFormat?
        /// 1 to 100; without it, a meme leaves the blocks of a JPEG that it does not touch as they are coded.
        var quality: Int?
        /// The metadata of the source that the result keeps.
        var keep: Metadata.Kept = []
        /// The treatment of a file that is there; that of the runner when there is none.
        var existing: ExistingResult?
        /// The size, done before the operations; only in a list of several outputs.
        var resize: Resize?
    }

    /// The treatment of files that are there under the name of a result.
    package enum ExistingResult: String, Sendable, CaseIterable, Decodable {
        /// They are an error.
        case fail
        /// They are replaced.
        case replace
        /// They are taken for the result, which is not made again.
        case keep
    }

    /// The job's name.
    package let id: ID?
    let input: Input
    let recipe: PictureRecipe
}

/// The part of a job that many pictures have in common: operations and outputs.
package struct PictureRecipe: Sendable {
    var operations: [EditRequest] = []
    /// One, or those of a list.
    var outputs: [PictureJob.Output] = [PictureJob.Output()]
    /// A Boolean value that indicates whether outputs were written as a list, which results then are too.
    var hasList = false
    /// A Boolean value that indicates whether the result describes the source.
    var describesSource = false

    /// The quality of outputs that name none.
    var defaultQuality: Int {
        let hasMeme = operations.contains { if case .meme = $0 { true } else { false } }
        return hasMeme ? MemeFile.defaultQuality : 85
    }
}
