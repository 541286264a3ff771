import HummingbirdCore
import Logging
import PostcardCore

/// The part of the service that serves the web app: its pages, signing in and out, and information for the pages.
struct AppService: Sendable {
    let pages: WebApp
    let setup: ServiceSetup
    /// The maximum size of an uploaded file in bytes.
    let maximumUploadBytes: Int
    /// The one-time tickets for signing in without a token.
    let tickets: SignInTickets
    /// The token file of `postcard app`; `nil` if another command started the service.
    let devices: DeviceTokens?
    /// Reloads the token file. Using a phone's ticket adds the phone's token to the file.
    let reloadTokens: @Sendable () throws -> Void
    let access: AccessRules
    let environment: ServerEnvironment
    let logger: Logger
    /// The rate limit for failed sign-ins: 5 per minute.
    let attempts = ClientRates(perSecond: 5.0 / 60, burst: 5)

    /// The body of a request to sign in.
    struct SignIn: Decodable {
        let token: String?
        let ticket: String?

        static let schema = Schema.object([
            "token": Schema.text("A service token."),
            "ticket": Schema.text("The ticket in a sign-in URL. It works once, for 10 minutes."),
        ]).adding(["minProperties": 1, "maxProperties": 1])
    }
}

extension AppService {
    /// The endpoints of the app, in the order of the API description.
    static let endpoints = sessions + devicePaths + pagePaths
}

extension Operation {
    /// The name of session operations in metrics and logs.
    static let session = "session"
    /// The name of the app's pages and files in metrics and logs, and the first part of their paths.
    static let app = "app"
}

extension Call<AppService> {
    /// Checks that a page of the service sent the request.
    func requireOwnOrigin() throws(HTTPError) {
        guard service.access.origin.isOwn(request.head) else { throw .foreignPage }
    }
}
