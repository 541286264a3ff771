internal import HTTPTypes
internal import PostcardImaging
internal import PostcardMemes

extension ServerFault {
    /// What a failure of reading or making a picture is for clients.
    init(_ error: ImageError) {
        switch error.code {
        // A library that decodes or encodes could not be opened, and later it can.
        case .unsupported where DescriptorLimit.isReached, .encodingFailed where DescriptorLimit.isReached:
            self = .overloaded
        case .unsupported: self.init(.unsupportedMediaType, error.message)
        case .outOfMemory: self = .overloaded
        case .encodingFailed: self.init(.internalServerError, "The result could not be written.")
        default: self = .unprocessable(error.message)
        }
    }

    /// What a failure of lettering is for clients.
    init(_ error: MemeError) {
        self = error.code == .outOfMemory ? .overloaded : .unprocessable(error.message)
    }

    /// What it is for clients that a result takes too long. Not a 503, which would have the same asked again: the time is that of
    /// the work alone, and it would take as long the next time.
    init(_ error: RenderingTime.Exceeded) {
        self = .unprocessable(
            "This takes longer than \(error.limit.components.seconds) seconds to make. Ask for a smaller picture, or for "
                + "less on it.")
    }
}
