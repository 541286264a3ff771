/// What is known of a picture when its first bytes have come.
public struct PictureStart: Sendable, Hashable {
    /// Which of the photo's files it is.
    public let rendition: Rendition

    /// What its first bytes say it is.
    public let format: PictureFormat

    /// How many bytes the whole file has; `nil` when the server did not say.
    public let length: Int?

    /// What tells this version of the file from every other one, for ``PartialPicture/validator``; `nil` when the server
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
