import HTTPTypes
import HummingbirdCore
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos

extension LibraryService {
    static let albums: [Endpoint<LibraryService>] = [
        .list(
            "/library/albums", name: "listAlbums", summary: "All albums. Empty albums are included.",
            of: Schema.ref("Album"),
            filters: [
                .init(
                    "photos", "The maximum number of photos to list for each album. The default is all.",
                    Schema.integer(in: 0...100))
            ]
        ) { call in
            // The lock distinguishes a running download from an interrupted one.
            try call.page(of: call.library.pins(), isOfRecords: false) { pin in
                try call.service.listing(of: pin, maximumPhotos: call.query.integer("photos"))
            }
        },
        .resource(
            "/library/pins/{pin}/album", name: "getAlbum", summary: "An album with its photos.",
            schema: Schema.ref("Album")
        ) { try $0.service.listing(of: try $0.record(.pin) as Pin) },
        Endpoint(
            .post, "/library/pins/{pin}/album", name: "newCollection",
            summary:
                "Download photos of the place. Earlier photos are replaced when the download finishes.",
            bodies: [.json(CollectionRequest.schema)],
            reply: .json(
                Schema.ref("Job"), "The download continues as a job.", status: .accepted,
                fields: ["Location": "The job's URL."]),
            errors: [409, 501]
        ) { try await $0.newCollection() },
        Endpoint(
            .post, "/library/pins/{pin}/album/photos", name: "addPhotos",
            summary: "Add your own photos. New collections keep them.",
            bodies: [ownPhotos], creates: .photo, reply: addedPhotos
        ) { call in
            let pin: Pin = try call.record(.pin)
            return try await call.addingPhotos { sources, id in
                try await call.library.addPhotos(sources, to: pin.id, id: id)
            }
        },
        Endpoint(
            .post, "/library/photos", name: "sortPhotos",
            summary:
                "Add your photos to the nearest pins, and drop pins where there are none. Pins are at most 2 km from the photos' "
                + "positions; new pins are named after cities.",
            bodies: [ownPhotos], creates: .photo, reply: addedPhotos
        ) { call in
            try await call.addingPhotos { sources, id in
                try await call.library.sortPhotos(sources, id: id, naming: call.service.naming)
            }
        },
        .list(
            "/library/duplicates", name: "listDuplicates",
            summary: "Groups of similar photos. Each group starts with the photo that was added first.",
            of: Schema.list("Photo").adding(["minItems": 2]),
            filters: [
                .init("pin", "Only groups with a photo from this pin's album.", Schema.id("pin"))
            ]
        ) { call in
            try call.page(
                of: call.library.duplicates(of: call.pinInQuery()?.id).compactMap(PhotoGroup.init)
            ) { group in group.photos.map { LibraryService.listing(of: $0) } }
        },
    ]

    private static let ownPhotos = Operation.Content(
        mediaType: "multipart/form-data",
        schema: Schema.object(
            ["media": Schema.array(of: Schema.file).described("The photos.")], required: ["media"]))
    private static let addedPhotos = Operation.Reply.json(
        Schema.list("Photo").adding(["minItems": 1]),
        "The photos. For a duplicate, the list contains the photo that is already in the album.", status: .created)

    static let photos: [Endpoint<LibraryService>] = [
        .resource(
            "/library/photos/{photo}", name: "getPhoto", summary: "A photo with its credit.",
            schema: Schema.ref("Photo")
        ) { call in
            let photo: Photo = try call.record(.photo)
            let number = try call.library.album(of: photo.album)?.photos.firstIndex(of: photo.id)
            return LibraryService.listing(of: photo, number: number.map { $0 + 1 })
        },
        Endpoint(
            .delete, "/library/photos/{photo}", name: "deletePhoto",
            summary: "Remove a photo from its album. It can be restored; new collections omit it.", reply: .noContent
        ) { call in
            let photo: Photo = try call.record(.photo)
            _ = try call.library.deletePhotos([photo.id], of: photo.album, if: call.condition)
            return call.noContent()
        },
        .file(
            "/library/photos/{photo}/file", name: "getPhotoFile", summary: "The file of a photo.",
            types: "image/*", parameters: [LibraryService.metadata], errors: [422]
        ) { call in
            let photo: Photo = try call.record(.photo)
            return try await call.isShared ? call.sharedFile(1, of: photo.id.rawValue) : call.blob(photo.blob)
        },
        .rendition(
            "/library/photos/{photo}/{size}", name: "getSmallPhoto", summary: "A smaller version of a photo."
        ) { Original(try $0.record(.photo) as Photo) },
    ]
}

/// A group of similar photos. The group's id is the id of its first photo.
private struct PhotoGroup: Identifiable {
    let id: Photo.ID
    let photos: [Photo]

    init?(_ photos: [Photo]) {
        guard let first = photos.first else { return nil }
        id = first.id
        self.photos = photos
    }
}

extension Call<LibraryService> {
    /// Returns the pin in the query; `nil` if there is none.
    ///
    /// - Throws: `HTTPError` with status 400 for an unknown pin.
    func pinInQuery() throws -> Pin? {
        try query.first("pin").map { try named(.pin, $0, orThrow: HTTPError.badRequest) }
    }

    /// Adds the photos in a form. If the query contains an id, it is the id of the only photo.
    fileprivate func addingPhotos(
        _ add: (_ sources: [MediumSource], _ id: Photo.ID?) async throws -> [Photo]
    ) async throws -> Response {
        try await creating(Photo.self) { id -> [Photo] in
            let sources = try await form(try content("multipart/form-data")).sources
            return try await service.withDecodingPermit(for: sources) { try await add(sources, id) }
        } reply: { photos in
            try report(
                photos.map { LibraryService.listing(of: $0) }, status: .created,
                of: photos.first.map { LibraryService.address(of: $0.album.rawValue) })
        }
    }

    /// Starts the download of a new collection, and responds with its job.
    fileprivate func newCollection() async throws -> Response {
        let pin: Pin = try record(.pin)
        let body: CollectionRequest = try await body()
        let request = try body.albumRequest()
        guard let makeSource = service.makeSource else {
            throw HTTPError(.notImplemented, "This service has no photo provider.", .providerMissing)
        }
        let source: any PhotoSource
        do {
            source = try makeSource(try body.source?.rawValue ?? library.settings().source)
        } catch {
            if let name = body.source?.rawValue {
                throw HTTPError.unprocessable(
                    "The photo provider \(name) is not set up for this service.", .providerMissing)
            }
            var httpError = HTTPError(
                .notImplemented, "The library's photo provider is not set up for this service.", .providerMissing)
            httpError.cause = "\(error)"
            throw httpError
        }
        guard try !library.isDownloading(pin.id) else { throw HTTPError.albumIsBusy }
        let library = library
        let threads = service.changeThreads
        let job = try service.jobs.start(for: pin.id) { progress in
            try await withTaskExecutorPreference(threads) {
                do {
                    return try await library.downloadOtherPhotos(
                        of: pin, from: source, request: request, report: progress)
                } catch let error as SourceError where error.code != .unreadableFile {
                    throw HTTPError(error, of: "The photo provider")
                }
            }
        }
        return try report(job, status: .accepted, of: LibraryService.address(of: job.id))
    }
}

extension Schema {
    /// The schemas of albums and their photos.
    static let albums: [NameKey: JSONValue] = [
        "License": record([
            "id": string, "name": string, "url?": string, "allowsDerivatives": flag, "requiresAttribution": flag,
        ]),
        "Photo": record([
            "id": id("photo"), "album": id("pin"), "number?": integer, "title": string, "owner": string,
            "ownerURL?": string, "page?": string, "license": ref("License"), "dateTaken?": string,
            "coordinate?": coordinate, "blob": hash, "bytes": integer, "width": integer, "height": integer,
            "file": string, "thumbnail": string, "peek": string, "credit": string, "fingerprint?": string,
            "color?": string,
        ]),
        "Album": record([
            "pin": ref("Pin"), "notice?": string, "problem?": string,
            "state": choice(["empty", "downloading", "interrupted", "ready", "none-found", "failed"]),
            "count?": Schema.integer.adding(["minimum": 0]).described("The number of photos, if not all are listed."),
            "photos": list("Photo"),
        ]),
    ]
}
