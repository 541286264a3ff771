import HTTPTypes

/// The kind of error in problem details, for programs and for the app's messages. New codes may be added.
enum ErrorCode: String, Sendable, CaseIterable, Encodable {
    /// The request does not match the API description.
    case badRequest
    /// A value is not valid.
    case invalid
    /// Required text is blank.
    case blank
    /// A token is required.
    case unauthorized
    /// The token is unknown.
    case wrongToken
    /// The URL for signing in was already used, or has expired.
    case ticketUsed
    /// The client is not allowed to do this.
    case forbidden
    /// The token or the library is read-only.
    case readOnly
    /// Nothing exists at this URL or with this id.
    case notFound
    /// The URL has expired.
    case gone
    /// An image that was uploaded for a meme is no longer stored.
    case uploadGone
    /// The request conflicts with the current state.
    case conflict
    /// The album is being downloaded.
    case busy
    /// The resource's version differs from the one in the request.
    case otherVersion
    /// The body, a file, a name, the URL or a header has too many bytes.
    case tooLarge
    /// An image has too many pixels or frames.
    case tooManyPixels
    /// The bytes are not a readable image or video, or not of the declared type.
    case unsupported
    /// An image is malformed or truncated.
    case damagedPicture
    /// A file is not a complete GPX file, or contains no track.
    case noTrack
    /// A photo has no position in its metadata.
    case noPosition
    /// The text has too many characters.
    case textTooLong
    /// No font with this name is installed.
    case fontNotFound
    /// The work exceeds a time or memory limit.
    case tooMuchWork
    /// The selection to be shared is empty.
    case nothingToShare
    /// The selection to be shared is too large for a page or an archive.
    case tooMuchToShare
    /// The position can't be removed from an image file.
    case positionStays
    /// The provider has no other photos of the place.
    case noOtherPhotos
    /// The requested photo provider is not set up, or no photo provider is.
    case providerMissing
    /// The photo provider or the place search service received too many requests.
    case providerBusy
    /// The photo provider or the place search service denies access.
    case providerRefused
    /// The photo provider or the place search service can't be reached.
    case providerUnreachable
    /// The photo provider or the place search service sent an invalid response, or none of the photos could be downloaded.
    case providerFailed
    /// No place search service is set up.
    case placesMissing
    /// The library's place-lookups setting does not allow requests to the place search service.
    case placesNotAllowed
    /// Videos can't be prepared without ffmpeg.
    case videosMissing
    /// The server of an image sent an error or an invalid response.
    case badGateway
    /// The client sends too many requests.
    case rateLimited
    /// The service is overloaded, or is about to stop.
    case overloaded
    /// The work exceeds the timeout.
    case timeout
    /// The disk is full.
    case noSpace
    /// Another program is changing the library.
    case libraryBusy
    /// The library is damaged.
    case libraryDamaged
    /// The service failed.
    case internalError

    static let schema = Schema.choice(allCases.map(\.rawValue))

    /// The default code for a status, used unless another code is more specific.
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
