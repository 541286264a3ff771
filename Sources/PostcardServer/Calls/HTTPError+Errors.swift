import HTTPTypes
import NIOCore
import NIOHTTP1
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos

/// The responses to errors of all parts.
extension HTTPError {
    /// Makes the error of a response from any error; an unknown one has status 500 and tells clients nothing.
    init(describing error: any Error) {
        self =
            switch error {
            case let error as HTTPError: error
            case let error as ImageError: HTTPError(error)
            case let error as MemeError: HTTPError(error)
            case let error as FileError: HTTPError(error)
            case let error as LibraryError: HTTPError(error)
            case is HTTPParserError: .badRequest("The request is not well-formed HTTP.")
            // The client has disconnected; the status is for the log, as in nginx.
            case is CancellationError:
                HTTPError(.init(code: 499, reasonPhrase: "Client Closed Request"), "The request was given up.")
            default: .unknown
            }
    }

    /// Makes the error of a response from an error of decoding or encoding.
    init(_ error: ImageError) {
        switch error.code {
        // A codec library could not be opened for want of descriptors.
        case .unsupported where DescriptorLimit.isReached, .encodingFailed where DescriptorLimit.isReached:
            self = .overloaded(.openFiles)
        case .unsupported: self.init(.unsupportedMediaType, error.message)
        case .outOfMemory: self = .overloaded(.memory)
        case .limitExceeded: self = .unprocessable(error.message, .tooManyPixels)
        case .damaged, .truncated: self = .unprocessable(error.message, .damagedPicture)
        default: self = .unprocessable(error.message)
        }
    }

    /// Makes the error of a response from an error of rendering a meme.
    private init(_ error: MemeError) {
        switch error.code {
        case .outOfMemory: self = .overloaded(.memory)
        case .missingLibrary where DescriptorLimit.isReached: self = .overloaded(.openFiles)
        case .missingLibrary: self.init(.serviceUnavailable, error.message)
        case .textTooLong: self = .unprocessable(error.message, .textTooLong)
        case .fontNotFound: self = .unprocessable(error.message, .fontNotFound)
        default: self = .unprocessable(error.message)
        }
    }

    /// Makes the error of a response from an error of files. Most messages are replaced, since they have paths for the library's owner.
    private init(_ error: FileError) {
        switch error.code {
        case .notFound, .missingBlob: self = .notFound
        case .conflict: self.init(.conflict, error.message)
        case .invalidValue: self = .unprocessable(error.message)
        case .busy:
            self.init(
                .serviceUnavailable, "Another program is changing the library. Try again later.", .libraryBusy,
                retryAfter: 5)
        case .networkDisk, .readOnlyFileSystem: self.init(.forbidden, "This service only reads its library.", .readOnly)
        case .tooLarge: self.init(.contentTooLarge, "The file is larger than this service takes.")
        case .unsupported: self = .unsupportedMedia
        case .noSpace:
            self.init(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), "There is no room left for more.")
        default: self = .unknown
        }
    }

    /// Makes the error of a response from an error of the library. Many messages are replaced, since they have commands for the library's owner.
    private init(_ error: LibraryError) {
        switch error.code {
        case .notFound: self = .notFound
        case .blank: self = .unprocessable("A text that is needed is blank.", .blank)
        case .invalidValue: self = .unprocessable(Self.message(of: error) ?? "A value is not possible.")
        case .noPosition: self = .unprocessable(error.message, .noPosition)
        case .noOtherPhotos: self.init(.conflict, error.message, .noOtherPhotos)
        case .downloading: self = .albumIsBusy
        case .preconditionFailed: self = .otherVersion
        case .ambiguous, .conflict:
            self.init(.conflict, Self.message(of: error) ?? "It does not fit what is there already.")
        case .unsupported: self = .unsupportedMedia
        case .exists, .invalidKey, .permissionDenied: self = .unknown
        }
    }

    private static let unsupportedMedia = HTTPError(
        .unsupportedMediaType, "The file is neither a picture nor a video that can be read here.")

    static let albumIsBusy = HTTPError(
        .conflict, "The album is being downloaded, by this service or another program.", .busy, retryAfter: 5)

    /// Returns the message of an error about the client's values; `nil` for one with a suggestion, which is about commands.
    private static func message(of error: LibraryError) -> String? {
        error.suggestion == nil ? error.message : nil
    }

    /// Makes the error of a response from an error of a photo provider or another service. `source` is its name at the beginning of a sentence.
    init(_ error: SourceError, of source: String) {
        switch error.code {
        case .rateLimited: self.init(.badGateway, "\(source) asks to come back later.", .providerBusy, retryAfter: 60)
        case .keyRefused, .refused: self.init(.badGateway, "\(source) refuses this service.", .providerRefused)
        case .unavailable, .unreachable: self.init(.badGateway, "\(source) cannot be reached.", .providerUnreachable)
        case .gone: self.init(.badGateway, "None of the photos that were found could be downloaded.", .providerFailed)
        case .badQuery: self = .unprocessable("\(source) does not understand the question.")
        default: self.init(.badGateway, "\(source) gave an answer that cannot be used.", .providerFailed)
        }
        cause = error.message
    }
}
