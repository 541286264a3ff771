import HTTPTypes
import HummingbirdCore
import PlatformLibc
import PostcardCore
import PostcardLibrary
import SystemPackage

extension LibraryService {
    static let sharing: [Endpoint<LibraryService>] = [
        Endpoint(
            .get, "/library/share.html", name: "sharePage",
            summary: "A page that works offline. It contains photos, memes, entries, places, journals and albums.",
            parameters: shared + [disposition], reply: .download("The page.", "text/html"), errors: [404, 422]
        ) { call in
            try await call.sharedPage(
                of: call.sharedIDs, title: call.query.first("title"), positions: call.sharedPositions,
                isInline: call.query.first(disposition.name) == "inline")
        },
        Endpoint(
            .get, "/library/share.zip", name: "shareArchive",
            summary:
                "The page and files as an archive. Each file contains its credit, and has a JSON file next to it.",
            parameters: shared, reply: .download("The archive.", "application/zip"), errors: [404, 422]
        ) {
            try await $0.share(
                $0.sharedIDs, title: $0.query.first("title"), positions: $0.sharedPositions, "zip",
                as: ShareTarget.archive, type: "application/zip")
        },
    ]

    /// The maximum size in bytes of all renditions on a page, about 300 pictures. All renditions are in memory at the same time.
    fileprivate static let maximumViewBytes = 48 << 20

    private static let disposition = Operation.Parameter(
        "disposition",
        "attachment to save the page as a file; inline to show it in a sandbox, without an origin.",
        Schema.choice(["attachment", "inline"], default: "attachment"))

    /// The query parameter of a single file.
    static let metadata = Operation.Parameter(
        "metadata", "shared for only the metadata that shared files contain without positions, and the credit.",
        Schema.choice(["all", "shared"], default: "all"))

    /// The pattern of ids that can be shared. Ids must be complete; names and id prefixes are for users at a terminal.
    private static let sharable = "((photo|meme|place|journal|pin)-[0-9a-z]{12}|entry-[0-9a-z]{12}(/[1-9][0-9]{0,3})?)"
    private static let shared: [Operation.Parameter] = [
        .init(
            "ids",
            "Ids of photos, memes, entries, places and journals, of pins for their albums, and of an entry with a "
                + "picture's number for only that picture, such as entry-7k3x9w2mq4ta/2; separated by commas.",
            [
                "type": "string",
                "pattern": .text("^\(sharable)(,\(sharable))*$"),
                "examples": ["journal-7k3x9w2mq4ta"],
            ], isRequired: true),
        .init("title", "The title of the page. The default is the title of its first item.", Schema.string),
        .init(
            "positions",
            "The positions to include: none; only places on the map, rounded to 200 m if they come "
                + "from photos; or all, unrounded and also in each file.",
            Schema.choice(["none", "places", "all"], default: "places")),
    ]
}

extension Call<LibraryService> {
    fileprivate var sharedIDs: [String] { (query.first("ids") ?? "").split(separator: ",").map(String.init) }

    fileprivate var sharedPositions: SharedPositions {
        query.first("positions").flatMap(SharedPositions.init) ?? .places
    }

    /// Responds with a page, which is shown in a sandbox if `isInline` is true, and saved as a file otherwise.
    func sharedPage(
        of ids: [String], title: String?, positions: SharedPositions, isInline: Bool
    ) async throws -> Response {
        var response = try await share(
            ids, title: title, positions: positions, "html", as: ShareTarget.page, type: "text/html; charset=utf-8",
            isInline ? "inline" : "attachment")
        if isInline { response.headers[.contentSecurityPolicy] = ShareTarget.pagePolicy }
        return response
    }

    fileprivate func share(
        _ ids: [String], title: String?, positions: SharedPositions, _ suffix: String,
        as target: @Sendable (FilePath) -> ShareTarget, type: String, _ disposition: String = "attachment"
    ) async throws -> Response {
        do {
            // One share at a time: a page requires memory, and an archive requires disk space.
            let (served, title) = try await service.shares.with(1) {
                try await prepareViews(of: ids)
                let path = try library.makeSharePath(suffix)
                defer { _ = unlink(path.string) }
                let report = try await library.share(
                    ids: ids, title: title, to: target(path), positions: positions, outline: service.outline)
                return (ServedFile(path: path.string), report.title)
            }
            guard let file = served else { throw HTTPError.notFound }
            let name = ContentDisposition.fileName(ofTitle: title)
            let pool = service.threads.pool
            return Response(
                status: .ok,
                headers: [
                    .contentType: type, .cacheControl: service.cacheControl,
                    .contentDisposition: ContentDisposition.value(disposition, fileName: "\(name).\(suffix)"),
                ],
                body: file.body(0..<file.size, threads: pool))
        } catch {
            throw HTTPError(ofShare: error) ?? error
        }
    }

    /// True if the query requests a file with only the metadata that shares may contain.
    var isShared: Bool { query.first(LibraryService.metadata.name) == "shared" }

    /// Responds with a file as an archive without positions contains the file.
    ///
    /// - Parameters:
    ///   - number: the number of the picture or video, starting at 1.
    ///   - id: the id of its photo or entry.
    func sharedFile(_ number: Int, of id: String) async throws -> Response {
        do {
            let items = try library.sharedItems(of: [id])
            guard items.indices.contains(number - 1) else { throw HTTPError.notFound }
            let item = items[number - 1]
            let file = try await service.shares.with(1) {
                let path = try library.makeSharePath("file")
                defer { _ = unlink(path.string) }
                try library.writeSharedFile(of: item, to: path)
                return ServedFile(path: path.string)
            }
            guard let file else { throw HTTPError.notFound }
            let type = MediaType.of(
                file.head(PictureSniffing.byteCount), video: item.kind == .video ? item.format : nil)
            return Response(
                status: .ok, headers: [.contentType: type, .cacheControl: service.cacheControl],
                body: file.body(0..<file.size, threads: service.threads.pool))
        } catch {
            throw HTTPError(ofShare: error) ?? error
        }
    }

    /// Creates the missing renditions of a page one by one, under the same permits as other requests.
    private func prepareViews(of ids: [String]) async throws {
        var bytes = 0
        for item in try library.sharedItems(of: ids) {
            for size in RenditionSize.allCases {
                try Task.checkCancellation()
                bytes += try await service.withRenditionPermit(for: item.kind, pixels: item.pixels) {
                    try await library.prepareView(size, of: item)
                }
            }
            guard bytes <= LibraryService.maximumViewBytes else {
                throw HTTPError.unprocessable(
                    "Too many pictures for one page. Share them in parts.", .tooMuchToShare)
            }
        }
    }
}

extension HTTPError {
    /// Creates an HTTP error from a sharing error; `nil` for errors that are not specific to sharing.
    fileprivate init?(ofShare error: any Error) {
        switch ((error as? LibraryError)?.code, (error as? FileError)?.code) {
        case (.notFound, _), (_, .notFound):
            self.init(.notFound, "One of the items to share does not exist.")
        case (.blank, _): self = .unprocessable("There is nothing to share.", .nothingToShare)
        case (_, .tooLarge): self = .unprocessable("The archive would exceed 4 GB. Share it in parts.", .tooMuchToShare)
        case (.unsupported, _):
            self = .unprocessable(
                "The position can't be removed from one of the files. Leave that file out, or set positions=all.",
                .positionStays)
        default: return nil
        }
    }
}
