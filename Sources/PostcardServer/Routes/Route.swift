import HTTPTypes
import HummingbirdCore
import PostcardCore

/// An operation with the function that runs it.
enum Route: Sendable {
    /// An operation of the service itself: pictures, memes, sessions, health and metrics.
    case service(Operation, run: @Sendable (Call) async throws -> Response)
    case library(LibraryRoute)

    var operation: Operation {
        switch self {
        case .service(let operation, _): operation
        case .library(let route): route.operation
        }
    }
}

extension Operation {
    /// Returns the route of the operation. `run` responds to a permitted request.
    func handled(_ run: @escaping @Sendable (Call) async throws -> Response) -> Route { .service(self, run: run) }
}

extension APIFeatures {
    /// All routes of the service, in the order of the API description.
    var routes: [Route] {
        var routes = Operation.service + Operation.pictures(self) + Operation.imgproxy(self) + Operation.sheets(self)
        routes += Operation.memes(self)
        if hasLibrary { routes += LibraryService.routes.map(Route.library) }
        return routes
            + (hasApp ? Operation.sessions + Operation.devices + Operation.appPages : [Operation.startPage(self)])
    }

    /// Returns the API description of routes.
    func document(of routes: [Route]) -> OpenAPIDocument {
        OpenAPIDocument(features: self, operations: routes.map(\.operation), schemas: Schema.components)
    }
}

extension Schema {
    /// The schemas of the API description by name.
    static let components: [NameKey: JSONValue] = [
        [
            "Problem": HTTPError.schema, "Job": AlbumJob.schema, "StoredPhoto": AlbumJob.photoSchema,
            "JobEvent": ["anyOf": [ref("Job"), ref("StoredPhoto")]], "Settings": SettingsChanges.response,
            "Session": AppService.schema,
            "SentPicture": record([
                "name": text("Its name in requests for memes."), "width": integer, "height": integer,
            ]),
        ],
        pins, albums, journals, places, notes, entries, memes, deleted, peeks, map, foundPlaces, reports, memegen,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
}
