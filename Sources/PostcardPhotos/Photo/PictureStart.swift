/// The properties of a picture that are known once its first bytes have arrived.
public struct PictureStart: Sendable, Hashable {
    /// The downloaded rendition.
    public let rendition: Rendition

    /// The length of the whole file in bytes; `nil` if it is unknown.
    public let length: Int?

    /// The validator of this version of the file, for ``PartialPicture/validator``; `nil` if the server sends no reliable validator.
    /// Without a validator, the download can't be resumed.
    public let validator: String?

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - rendition: the downloaded rendition.
    ///   - length: the length of the whole file in bytes; `nil` if it is unknown.
    ///   - validator: the validator of this version of the file; `nil` if there is none.
    public init(rendition: Rendition, length: Int? = nil, validator: String? = nil) {
        self.rendition = rendition
        self.length = length
        self.validator = validator
    }
}
