import HTTPTypes
import HummingbirdCore
import PostcardCore

extension AppService {
    /// The operations for the app's pages and files. The API description omits them.
    static let pagePaths: [Endpoint<AppService>] = [
        page("/", "getFrontPage") { _, _ in Call<AppService>.redirect(to: "/app/", status: .found) },
        page("/app", "getAppAddress") { _, _ in Call<AppService>.redirect(to: "/app/", status: .found) },
        page("/app/\(AppFiles.worker)", "getAppWorker") { app, call in try app.worker(for: call.request) },
        page("/app/-/{version}/{+file}", "getAppFile") { app, call in
            try app.asset(call["file"], version: call["version"], for: call.request)
        },
        page("/app/{+page}", "getAppPage") { app, call in try app.shell(for: call.request) },
    ]

    private static func page(
        _ path: String, _ name: String, respond: @escaping @Sendable (WebApp, Call<AppService>) throws -> Response
    ) -> Endpoint<AppService> {
        Endpoint(
            Operation(
                method: .get, path: PathTemplate(path), name: name, summary: "", tag: Operation.app,
                route: Operation.app,
                isDescribed: false, replies: []
            )
        ) { try respond($0.service.pages, $0) }
    }
}
