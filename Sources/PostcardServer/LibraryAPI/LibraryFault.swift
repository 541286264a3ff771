import HTTPTypes
import PostcardLibrary
import PostcardSources

extension HTTPError {
    /// Makes the response to an error of the library; `nil` for one that clients cannot do anything about. Messages of
    /// the library are for its owner: they name its files and the commands of this program.
    init?(_ error: LibraryError) {
        switch error.code {
        case .notFound, .missingBlob: self = .notFound
        case .blank: self = .unprocessable("A text that is needed is blank.")
        case .invalidValue: self = .unprocessable(Self.message(of: error) ?? "A value is not possible.")
        case .busy:
            self.init(.conflict, "The album is being downloaded, by this service or another program.", retryAfter: 5)
        case .networkDisk: self.init(.forbidden, "This service only reads its library.")
        case .preconditionFailed: self = .otherVersion
        case .ambiguous, .conflict:
            self.init(.conflict, Self.message(of: error) ?? "It does not fit what is there already.")
        case .tooLarge: self.init(.contentTooLarge, "The file is larger than this service takes.")
        case .unsupported:
            self.init(.unsupportedMediaType, "The file is neither a picture nor a video that can be read here.")
        case .noSpace:
            self.init(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), "There is no room left for more.")
        default: return nil
        }
    }

    /// The message of an error that is about what the client sent; `nil` when it names a file.
    private static func message(of error: LibraryError) -> String? {
        error.message.contains("/") || error.suggestion != nil ? nil : error.message
    }

    /// Makes the response to an error of a source of photos.
    init?(_ error: SourceError) {
        switch error.code {
        case .rateLimited: self.init(.badGateway, "The source of photos asks to come back later.")
        case .keyRefused, .refused: self.init(.badGateway, "The source of photos refuses this service.")
        case .unavailable, .unreachable: self.init(.badGateway, "The source of photos cannot be reached.")
        case .gone: self.init(.badGateway, "None of the photos that were found could be downloaded.")
        case .badQuery: self = .unprocessable("The source of photos does not understand the question.")
        case .unreadableFile: return nil
        default: self.init(.badGateway, "The source of photos gave an answer that cannot be used.")
        }
    }
}
