import HTTPTypes
import HummingbirdCore
import PostcardCore

extension Operation {
    /// The name of the app's pages and files in metrics and logs, and the first part of their paths.
    static let app = "app"

    /// The operations for the app's pages and files, which are not part of the API description.
    static let appPages: [Endpoint<Responder>] = [
        page("/", "getFrontPage") { _, _ in Call<Responder>.redirect(to: "/app/", status: .found) },
        page("/app", "getAppAddress") { _, _ in Call<Responder>.redirect(to: "/app/", status: .found) },
        page("/app/\(AppFiles.worker)", "getAppWorker") { app, call in try app.worker(for: call.request) },
        page("/app/-/{version}/{+file}", "getAppFile") { app, call in
            try app.asset(call["file"], version: call["version"], for: call.request)
        },
        page("/app/{+page}", "getAppPage") { app, call in try app.shell(for: call.request) },
    ]

    private static func page(
        _ path: String, _ name: String, respond: @escaping @Sendable (WebApp, Call<Responder>) throws -> Response
    ) -> Endpoint<Responder> {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: "", tag: Self.app, route: Self.app,
            isDescribed: false, replies: []
        ).handled { try respond(try $0.app().pages, $0) }
    }
}
