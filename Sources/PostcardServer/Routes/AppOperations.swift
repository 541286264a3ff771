import HTTPTypes
import HummingbirdCore

extension Operation {
    /// The name of the app's pages and files in metrics and logs, and the first part of their addresses.
    static let app = "app"

    /// The pages and files of the web app, which are for browsers and not described.
    static let appPages: [Route] = [
        page("/", "getFrontPage") { _, _ in
            Response(status: .found, headers: [.location: "/app/", .cacheControl: "no-cache"])
        },
        page("/app", "getAppAddress") { _, _ in
            Response(status: .found, headers: [.location: "/app/", .cacheControl: "no-cache"])
        },
        page("/app/\(AppFiles.worker)", "getAppWorker") { app, call in try app.worker(for: call.request) },
        page("/app/-/{version}/{+file}", "getAppFile") { app, call in
            try app.asset(call["file"], version: call["version"], for: call.request)
        },
        page("/app/{+page}", "getAppPage") { app, call in try app.shell(for: call.request) },
    ]

    private static func page(
        _ path: String, _ name: String, answer: @escaping @Sendable (WebApp, Call) throws -> Response
    ) -> Route {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: "", tag: Self.app, route: Self.app,
            isDescribed: false, replies: []
        ).answered { call in
            try answer(try call.app(), call)
        }
    }
}
