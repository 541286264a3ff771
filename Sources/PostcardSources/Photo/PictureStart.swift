/// The facts about a picture that are known after its first bytes.
public struct PictureStart: Sendable, Hashable {
    /// The file of the photo that is downloaded.
    public let rendition: Rendition

    /// The format by its first bytes.
    public let format: PictureFormat

    /// The length of the whole file in bytes; `nil` when the server did not say.
    public let length: Int?

    /// The validator of this version of the file, for ``PartialPicture/validator``; `nil` when the server
    /// said nothing that can be relied on, so that the file cannot be resumed.
    public let validator: String?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - rendition: Which of the photo's files it is.
    ///   - format: What its first bytes say it is.
    ///   - length: How many bytes the whole file has.
    ///   - validator: What tells this version of the file from every other one.
    public init(rendition: Rendition, format: PictureFormat, length: Int? = nil, validator: String? = nil) {
        self.rendition = rendition
        self.format = format
        self.length = length
        self.validator = validator
    }
}
