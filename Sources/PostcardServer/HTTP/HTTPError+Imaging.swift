import HTTPTypes
import PostcardImaging
import PostcardMemes

extension HTTPError {
    /// The response to a failure of decoding or encoding a picture.
    init(_ error: ImageError) {
        switch error.code {
        // A library that decodes or encodes could not be opened, and later it can.
        case .unsupported where DescriptorLimit.isReached, .encodingFailed where DescriptorLimit.isReached:
            self = .overloaded(.openFiles)
        case .unsupported: self.init(.unsupportedMediaType, error.message)
        case .outOfMemory: self = .overloaded(.memory)
        default: self = .unprocessable(error.message)
        }
    }

    /// The response to a failure of rendering a meme.
    init(_ error: MemeError) {
        self = error.code == .outOfMemory ? .overloaded(.memory) : .unprocessable(error.message)
    }

    /// The response when a result takes too long. Not a 503, which would have the same asked again: the time is that of
    /// the work alone, and it would take as long the next time.
    init(_ error: RenderingTime.Exceeded) {
        self = .unprocessable(
            "This takes longer than \(error.limit.components.seconds) seconds to make. Ask for a smaller picture, or for "
                + "less on it.")
    }
}
