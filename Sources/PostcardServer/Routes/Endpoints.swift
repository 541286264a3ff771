import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

extension Operation {
    /// Returns the endpoint for the operation. `run` responds to a permitted request.
    func handled(_ run: @escaping @Sendable (Call<Responder>) async throws -> Response) -> Endpoint<Responder> {
        Endpoint(self, run: run)
    }
}

extension Endpoint<LibraryService> {
    /// The endpoint for the whole service. The operation runs when a permit is free, on threads that may wait for the disk.
    fileprivate var forService: Endpoint<Responder> {
        operation.handled { call in
            guard let service = call.services.library else { throw HTTPError.notFound }
            let pictures = call.services.results.source.library
            try await pictures.calls.run { try pictures.requirePresence() }
            let query = try QueryItems(call.request.uri.string.drop { $0 != "?" }.dropFirst())
            // Apps that people send links with can add parameters.
            if operation.permission != .everyone { try query.check(operation.parameters) }
            let isRead = operation.method == .get
            return try await (isRead ? service.admission : service.changes).with(1) {
                try await withTaskExecutorPreference(isRead ? service.threads : service.changeThreads) {
                    var service = service
                    if readsOneMoment {
                        service.library = Library(service.library, at: try service.library.index.snapshot())
                    }
                    var libraryCall = call.to(service, query: query)
                    if let tags = call.request.headers.ifMatch {
                        libraryCall = try libraryCall.conditioned(by: tags, of: version)
                    }
                    return try await run(libraryCall)
                }
            }
        }
    }
}

extension Endpoint<AppService> {
    /// The endpoint as an endpoint of the whole service.
    fileprivate var forService: Endpoint<Responder> {
        operation.handled { call in
            guard let app = call.services.app else { throw HTTPError.notFound }
            try call.service.access.names.requireName(call.request.head.authority, own: true)
            return try await run(call.to(app, query: QueryItems()))
        }
    }
}

extension APIFeatures {
    /// All endpoints of the service, in the order of the API description.
    var endpoints: [Endpoint<Responder>] {
        var endpoints = Operation.service
        endpoints += Operation.pictures(self) + Operation.imgproxy(self) + Operation.sheets(self)
        endpoints += Operation.memes(self)
        if hasLibrary {
            endpoints += (LibraryService.endpoints + [LibraryService.linkedPage, LibraryService.linkedFile]).map(
                \.forService)
        }
        endpoints +=
            hasApp ? AppService.endpoints.map(\.forService) : [Operation.startPage(self)]
        return endpoints
    }

    /// Returns the API description of endpoints.
    func document(of endpoints: [Endpoint<Responder>]) -> OpenAPIDocument {
        OpenAPIDocument(features: self, operations: endpoints.map(\.operation), schemas: Schema.components)
    }
}

extension Schema {
    /// The schemas of the API description, by name.
    static let components: [NameKey: JSONValue] = [
        [
            "Problem": HTTPError.schema, "Job": AlbumJob.schema, "StoredPhoto": AlbumJob.photoSchema,
            "JobEvent": ["anyOf": [ref("Job"), ref("StoredPhoto")]], "Settings": SettingsChanges.response,
            "Session": AppService.schema,
            "SentPicture": record([
                "name": text("The picture's name for meme requests."), "width": integer, "height": integer,
            ]),
        ],
        pins, albums, journals, tracks, places, notes, entries, memes, deleted, peeks, map, foundPlaces, links, reports,
        memegen,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
}
