import HTTPTypes

/// The kind of a failure, as problem details name it: for programs to decide on, and for the app to say in its own words. New codes may be added.
enum ErrorCode: String, Sendable, CaseIterable, Encodable {
    /// The request is not as the description of the service has it.
    case badRequest
    /// A value is not possible.
    case invalid
    /// A text that is needed is blank.
    case blank
    /// A token is needed.
    case unauthorized
    /// The token is unknown.
    case wrongToken
    /// The address that signs in was used before, or is too old.
    case ticketUsed
    /// The requester may not do this.
    case forbidden
    /// The token or the library is for reading only.
    case readOnly
    /// There is nothing with this address or id.
    case notFound
    /// The address has expired.
    case gone
    /// A picture that was sent for a meme is not kept any more.
    case uploadGone
    /// It does not fit what is there already.
    case conflict
    /// The album is being downloaded.
    case busy
    /// Another requester changed it first.
    case otherVersion
    /// The body, a file or a name has more bytes than are taken.
    case tooLarge
    /// A picture has more pixels or frames than are taken.
    case tooManyPixels
    /// The bytes are neither a picture nor a video that can be read, or not of the type that was said.
    case unsupported
    /// A picture contradicts its format, or ends early.
    case damagedPicture
    /// A photo does not tell where it was taken.
    case noPosition
    /// The words have more characters than are taken.
    case textTooLong
    /// No font has the name.
    case fontNotFound
    /// Too little time or memory is allowed for what is to be made.
    case tooMuchWork
    /// There is nothing to see in what is to be shared.
    case nothingToShare
    /// More is to be shared than a page or an archive holds.
    case tooMuchToShare
    /// The place where a picture was taken cannot be removed from its file.
    case positionStays
    /// The provider has no other photos of the place.
    case noOtherPhotos
    /// No photo provider, or not this one, is set up.
    case providerMissing
    /// The photo provider, or the service of places, asks to come back later.
    case providerBusy
    /// It refuses this service.
    case providerRefused
    /// It cannot be reached.
    case providerUnreachable
    /// It gave an answer that cannot be used, or none of its photos could be had.
    case providerFailed
    /// The service looks for no places.
    case placesMissing
    /// Videos cannot be prepared without ffmpeg.
    case videosMissing
    /// The server of a picture does not answer well.
    case badGateway
    /// A client sends too many requests.
    case rateLimited
    /// The service has more work than it can take, or is about to stop.
    case overloaded
    /// It took too long.
    case timeout
    /// The disk is full.
    case noSpace
    /// The library is damaged.
    case libraryDamaged
    /// Something went wrong in the service.
    case internalError

    static let schema = Schema.choice(allCases.map(\.rawValue))

    /// The code of a status, where no more is known.
    init(_ status: HTTPResponse.Status) {
        self =
            switch status.code {
            case 401: .unauthorized
            case 403, 421: .forbidden
            case 404: .notFound
            case 409: .conflict
            case 410: .gone
            case 412, 428: .otherVersion
            case 413, 414, 431: .tooLarge
            case 415: .unsupported
            case 422: .invalid
            case 429: .rateLimited
            case 502: .badGateway
            case 503: .overloaded
            case 504: .timeout
            case 507: .noSpace
            case 500...: .internalError
            default: .badRequest
            }
    }
}
