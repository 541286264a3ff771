import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformLibc
import PostcardCore
import PostcardLibrary

/// Links that show the page of a journal or album without a token of the service, until they expire or are revoked.
extension LibraryService {
    static let links: [Endpoint<LibraryService>] = [
        Endpoint(
            .get, "/library/links", name: "listLinks", summary: "The links that have not expired, oldest first.",
            scope: .write, reply: .json(Schema.list("ShareLink"), "The list.", fields: ["ETag": "Its version."])
        ) { try $0.tagged(Array(ListingEncoder.encode($0.library.links()))) },
        Endpoint(
            .post, "/library/links", name: "makeLink",
            summary:
                "Make a link that shows a journal or album, and nothing else, without a token. Only this response contains the link's URL.",
            bodies: [.json(NewLink.schema)],
            reply: .json(Schema.ref("ShareLink"), "The link.", status: .created)
        ) { call in
            let wanted: NewLink = try await call.body()
            let days = wanted.days ?? ShareLink.defaultDays
            guard ShareLink.days.contains(days) else {
                throw HTTPError.unprocessable("\"days\" is \(days); it must be \(ShareLink.days.words).")
            }
            do {
                var link = try call.library.addLink(
                    to: wanted.item, positions: wanted.positions ?? .places, days: days)
                link.url = link.url.map { call.service.publicAddress + $0 }
                return try call.report(link, status: .created)
            } catch let error as LibraryError where error.code == .notFound {
                throw HTTPError.unprocessable("No journal or pin has the id \"\(wanted.item)\".")
            }
        },
        Endpoint(.delete, "/library/links/{link}", name: "revokeLink", summary: "Revoke a link.", reply: .noContent) {
            guard try $0.library.removeLink($0.id("link")) else { throw HTTPError.notFound }
            return $0.noContent()
        },
    ]

    /// The page that a link shows. Its path contains the token, so only its route is logged.
    static let linkedPage = Endpoint<LibraryService>(
        Operation(
            method: .get, path: PathTemplate("/shared/{token}"), name: "getLinkedPage", summary: "",
            tag: Operation.shared, route: Operation.shared, isDescribed: false, replies: [])
    ) { call in
        let missing = Response(
            status: .notFound,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .robots: "noindex",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ], body: .init(byteBuffer: ByteBuffer(string: missingPage)))
        guard let link = try call.library.link(withToken: call.id("token")) else { return missing }
        do {
            let page = Array(
                try call.library.linkedPage(of: link, below: call.id("token"), outline: call.service.outline).utf8)
            return try call.reply(
                page, type: "text/html; charset=utf-8", tag: EntityTags.tag(of: page),
                cacheControl: "private, no-cache",
                compresses: true, headers: [.contentSecurityPolicy: ShareTarget.linkPolicy, .robots: "noindex"])
        } catch let error as LibraryError where error.code == .notFound || error.code == .blank {
            return missing
        }
    }

    /// A picture or video on the page of a link.
    static let linkedFile = Endpoint<LibraryService>(
        Operation(
            method: .get, path: PathTemplate("/shared/{token}/{item}/{size}"), name: "getLinkedFile", summary: "",
            tag: Operation.shared, route: Operation.shared, isDescribed: false, replies: [])
    ) { call in
        guard let link = try call.library.link(withToken: call.id("token")),
            let item = try call.library.sharedItems(of: [link.item]).first(where: {
                $0.blob.version == call.id("item")
            })
        else { throw HTTPError.notFound }
        var response =
            try await call.id("size") == "video" ? call.linkedVideo(item) : call.rendition(of: Original(item))
        // The page is in a sandbox, so it has no origin.
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        (response.headers[.cacheControl], response.headers[.robots]) = ("private, max-age=86400", "noindex")
        return response
    }

    private static let missingPage = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Link not found</title>
        <style>
        :root { color-scheme: light dark; }
        body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; }
        h1 { font-size: 1.5rem; }
        </style>
        <h1>This link does not work</h1>
        <p>It is incomplete, or it has expired or been revoked. Ask the person who sent it for a new one.</p>

        """
}

extension Call<LibraryService> {
    /// Responds with a video without positions.
    fileprivate func linkedVideo(_ item: SharedItem) async throws -> Response {
        guard item.kind == .video, Library.isInPage(item) else { throw HTTPError.notFound }
        return try await service.shares.with(1) {
            let path = try library.makeSharePath("file")
            defer { _ = unlink(path.string) }
            try library.writeSharedFile(of: item, to: path)
            return try file(path, tag: "\"\(item.blob.version)-shared\"", of: item.blob, video: item.format)
        }
    }
}

extension Operation {
    /// The name of linked pages in metrics and logs, and the first part of their paths.
    static let shared = "shared"
}

/// The body of a request for a link.
private struct NewLink: Decodable {
    let item: String
    let positions: SharedPositions?
    let days: Int?

    static let schema = Schema.object(
        [
            "item": [
                "type": "string", "pattern": "^(journal|pin)-[0-9a-z]{12}$", "examples": ["journal-7k3x9w2mq4ta"],
                "description": "The id of a journal, or of a pin for its album.",
            ],
            "positions": Schema.choice(SharedPositions.allCases.map(\.rawValue), default: "places")
                .described("The positions on the map."),
            "days": Schema.integer(in: ShareLink.days).adding(["default": .integer(ShareLink.defaultDays)])
                .described("The number of days until the link expires."),
        ], required: ["item"])
}

extension Schema {
    /// The schema of links.
    static let links: [NameKey: JSONValue] = [
        "ShareLink": record([
            "id": id("link"), "item": anyID, "positions": choice(SharedPositions.allCases.map(\.rawValue)),
            "expires": moment,
            "url?": text("The URL, or its path if publicAddress is not set. Present only when the link is made."),
        ])
    ]
}
