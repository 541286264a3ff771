import HTTPTypes
import NIOCore
import NIOHTTP1
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos

/// The responses to errors from all parts of the program.
extension HTTPError {
    /// Creates an HTTP error from any error. Unknown errors get status 500 without details.
    init(describing error: any Error) {
        self =
            switch error {
            case let error as HTTPError: error
            case let error as ImageError: HTTPError(error)
            case let error as MemeError: HTTPError(error)
            case let error as FileError: HTTPError(error)
            case let error as LibraryError: HTTPError(error)
            case is HTTPParserError: .badRequest("The request is not well-formed HTTP.")
            // The client disconnected; the status is only for the log, as in nginx.
            case is CancellationError:
                HTTPError(.init(code: 499, reasonPhrase: "Client Closed Request"), "The client closed the connection.")
            default: .unknown
            }
    }

    /// Creates an HTTP error from a decoding or encoding error.
    init(_ error: ImageError) {
        switch error.code {
        // A codec library could not be opened because no descriptors were left.
        case .unsupported where DescriptorLimit.isReached, .encodingFailed where DescriptorLimit.isReached:
            self = .overloaded(.openFiles)
        case .unsupported: self.init(.unsupportedMediaType, error.message)
        case .outOfMemory: self = .overloaded(.memory)
        case .limitExceeded: self = .unprocessable(error.message, .tooManyPixels)
        case .damaged, .truncated: self = .unprocessable(error.message, .damagedPicture)
        default: self = .unprocessable(error.message)
        }
    }

    /// Creates an HTTP error from a meme rendering error.
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

    /// Creates an HTTP error from a file error. Most messages are replaced, since they contain paths, which only the library's owner may
    /// see.
    private init(_ error: FileError) {
        switch error.code {
        case .notFound, .missingBlob: self = .notFound
        case .conflict: self.init(.conflict, error.message)
        case .invalidValue: self = .unprocessable(error.message)
        case .busy:
            self.init(
                .serviceUnavailable, "Another program is changing the library. Try again later.", .libraryBusy,
                retryAfter: 5)
        case .networkDisk, .readOnlyFileSystem: self.init(.forbidden, "The library is read-only.", .readOnly)
        case .tooLarge: self.init(.contentTooLarge, "The file is too large for this service.")
        case .unsupported: self = .unsupportedMedia
        case .noSpace:
            self.init(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), "The disk is full.")
        default: self = .unknown
        }
    }

    /// Creates an HTTP error from a library error. Many messages are replaced, since they suggest commands that only the library's owner
    /// can run.
    private init(_ error: LibraryError) {
        switch error.code {
        case .notFound: self = .notFound
        case .blank: self = .unprocessable("Required text is blank.", .blank)
        case .invalidValue: self = .unprocessable(Self.message(of: error) ?? "A value is invalid.")
        case .noPosition: self = .unprocessable(error.message, .noPosition)
        case .noOtherPhotos: self.init(.conflict, error.message, .noOtherPhotos)
        case .downloading: self = .albumIsBusy
        case .preconditionFailed: self = .otherVersion
        case .ambiguous, .conflict:
            self.init(.conflict, Self.message(of: error) ?? "The request conflicts with existing data.")
        case .unsupported: self = .unsupportedMedia
        case .exists, .invalidKey, .permissionDenied: self = .unknown
        }
    }

    private static let unsupportedMedia = HTTPError(
        .unsupportedMediaType, "The file is not a supported image or video.")

    static let albumIsBusy = HTTPError(
        .conflict, "This service or another program is downloading the album.", .busy, retryAfter: 5)

    /// Returns the message of an error about the client's values; `nil` if the error contains a suggestion, since suggestions refer to
    /// commands.
    private static func message(of error: LibraryError) -> String? {
        error.suggestion == nil ? error.message : nil
    }

    /// Creates an HTTP error from the error of a photo provider or another service. `source` is the service's name, capitalized to start a
    /// sentence.
    init(_ error: SourceError, of source: String) {
        switch error.code {
        case .rateLimited:
            self.init(.badGateway, "\(source) received too many requests.", .providerBusy, retryAfter: 60)
        case .keyRefused, .refused: self.init(.badGateway, "\(source) denies access to this service.", .providerRefused)
        case .unavailable, .unreachable: self.init(.badGateway, "\(source) can't be reached.", .providerUnreachable)
        case .gone: self.init(.badGateway, "None of the photos found could be downloaded.", .providerFailed)
        case .badQuery: self = .unprocessable("\(source) rejected the query.")
        default: self.init(.badGateway, "\(source) sent an invalid response.", .providerFailed)
        }
        cause = error.message
    }
}
