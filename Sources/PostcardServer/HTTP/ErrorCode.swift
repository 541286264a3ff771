import HTTPTypes

/// The kind of an error in problem details, for programs to decide on and for the app's own words. New codes may be added.
enum ErrorCode: String, Sendable, CaseIterable, Encodable {
    /// The request does not match the API description.
    case badRequest
    /// A value is not valid.
    case invalid
    /// A required text is blank.
    case blank
    /// A token is required.
    case unauthorized
    /// The token is unknown.
    case wrongToken
    /// The address for signing in was used before, or has expired.
    case ticketUsed
    /// The requester may not do this.
    case forbidden
    /// The token or the library is for reading only.
    case readOnly
    /// Nothing has this address or id.
    case notFound
    /// The address has expired.
    case gone
    /// A picture that was uploaded for a meme is no longer kept.
    case uploadGone
    /// The request conflicts with the present state.
    case conflict
    /// The album is being downloaded.
    case busy
    /// The thing has another version than the request names.
    case otherVersion
    /// The body, a file, a name, the address or a header field has too many bytes.
    case tooLarge
    /// A picture has too many pixels or frames.
    case tooManyPixels
    /// The bytes are no readable picture or video, or not of the declared type.
    case unsupported
    /// A picture is malformed or truncated.
    case damagedPicture
    /// A photo has no position in its metadata.
    case noPosition
    /// A text has too many characters.
    case textTooLong
    /// No font has the name.
    case fontNotFound
    /// The work exceeds the limit of time or memory.
    case tooMuchWork
    /// The selection to be shared is empty.
    case nothingToShare
    /// The selection to be shared is too large for a page or an archive.
    case tooMuchToShare
    /// The position cannot be removed from a picture's file.
    case positionStays
    /// The provider has no other photos of the place.
    case noOtherPhotos
    /// No photo provider, or not this one, is set up.
    case providerMissing
    /// The photo provider, or the service for place names, allows no more requests for now.
    case providerBusy
    /// The photo provider or the service for place names refuses this service.
    case providerRefused
    /// The photo provider or the service for place names cannot be reached.
    case providerUnreachable
    /// The photo provider or the service for place names sent an unusable response, or none of the photos could be downloaded.
    case providerFailed
    /// No service for place names is set up.
    case placesMissing
    /// The library's setting place-lookups does not allow requests to the service for place names.
    case placesNotAllowed
    /// Videos cannot be prepared without ffmpeg.
    case videosMissing
    /// The server of a picture sent an error or an unusable response.
    case badGateway
    /// A client sends too many requests.
    case rateLimited
    /// The service has too much work, or is about to stop.
    case overloaded
    /// The work exceeded the timeout.
    case timeout
    /// The disk is full.
    case noSpace
    /// Another program is changing the library.
    case libraryBusy
    /// The library is damaged.
    case libraryDamaged
    /// Something went wrong in the service.
    case internalError

    static let schema = Schema.choice(allCases.map(\.rawValue))

    /// The code for a status without a more specific one.
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
