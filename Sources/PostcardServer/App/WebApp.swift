import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// The web app of the library: its files, and their headers for security and caching.
struct WebApp: Sendable {
    let files: AppFiles
    /// The map tile settings; `nil` for the built-in map.
    let tiles: MapTiles?
    /// The value of `Content-Security-Policy` for the app's pages.
    let policy: String
    init(_ files: AppFiles, _ tiles: MapTiles?) {
        (self.files, self.tiles) = (files, tiles)
        policy = Self.policy(tiles)
    }
    /// Returns the content security policy (level 3, with Trusted Types). The policy allows only this origin's files, and nothing inline.
    private static func policy(_ tiles: MapTiles?) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'",
            "img-src 'self' blob:" + (tiles.map { " \($0.origin)" } ?? ""),
            "media-src 'self' blob:", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
            // The preview of a shared page, in a sandbox without an origin.
            "frame-src 'self'",
            "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types app",
        ].joined(separator: "; ")
    }

    /// The value of `Permissions-Policy`: the browser features that the app's pages may use.
    private static let permissions = [
        "accelerometer=()", "camera=(self)", "display-capture=()", "geolocation=(self)", "gyroscope=()",
        "hid=()", "magnetometer=()", "microphone=(self)", "midi=()", "payment=()", "serial=()", "usb=()",
    ].joined(separator: ", ")

    /// Returns the shell, which is the page for every URL of the app that is not a file.
    func shell(for request: Request) throws(HTTPError) -> Response {
        var response = try response(AppFiles.shell, for: request, isKept: false)
        response.headers[.permissionsPolicy] = Self.permissions
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        // Tile servers require browsers to send the origin of the page.
        response.headers[.referrerPolicy] = tiles == nil ? "same-origin" : "strict-origin-when-cross-origin"
        return response
    }

    /// Returns the service worker. Browsers compare the service worker with their copy.
    func worker(for request: Request) throws(HTTPError) -> Response {
        try response(AppFiles.worker, for: request, isKept: false)
    }

    /// Returns a file from one version of the app.
    ///
    /// - Throws: `HTTPError` with status 404 for another version, in which case the page must be reloaded.
    func asset(_ path: Substring, version: Substring, for request: Request) throws(HTTPError) -> Response {
        guard let name = PercentEncoding.decode(path), version == files.version, name != AppFiles.shell,
            name != AppFiles.worker
        else { throw .notFound }
        return try response(name, for: request, isKept: !files.isChanging)
    }

    /// Returns a file. If `isKept` is true, clients may cache it permanently, since the content at its URL never changes.
    private func response(_ name: String, for request: Request, isKept: Bool) throws(HTTPError) -> Response {
        guard let file = files[name] else { throw .notFound }
        let gzip = request.headers.acceptsGzip && !files.isChanging ? file.gzip : nil
        var headers: HTTPFields = [
            .cacheControl: isKept ? "public, max-age=31536000, immutable" : files.isChanging ? "no-store" : "no-cache",
            .vary: "Accept-Encoding",
        ]
        if !files.isChanging {
            let tag = "\"\(files.version)\(gzip == nil ? "" : "-gzip")\""
            headers[.eTag] = tag
            if let known = request.notModified(tag, headers) { return known }
        }
        headers[.contentType] = file.type
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: gzip ?? file.bytes)))
    }
}
