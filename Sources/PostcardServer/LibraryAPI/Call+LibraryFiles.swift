import HTTPTypes
import HummingbirdCore
import PostcardImaging
import PostcardLibrary
import SystemPackage

extension Call<LibraryService> {
    /// Returns a response with the file of a picture or video. `format` is the format in a video's record.
    func blob(_ hash: BlobHash, video format: String? = nil) throws -> Response {
        try file(library.blobs.path(of: hash), tag: "\"\(hash)\"", of: hash, video: format)
    }

    /// Returns a response with a rendition of a picture or video, at the size given in the path.
    func rendition(of original: Original) async throws -> Response {
        let (blob, kind) = (original.blob, original.kind)
        // A rendition that does not exist yet is created now.
        guard let width = PictureWidth.allCases.first(where: { $0.name == id("size") }) else {
            guard let size = RenditionSize(rawValue: id("size")) else { throw HTTPError.notFound }
            return try await service.withRenditionPermit(for: kind, pixels: original.pixels) {
                try derived(try await library.view(size, of: kind, blob).picture, of: blob, type: "image/jpeg")
            }
        }
        let accept = AcceptHeader(request.headers[.accept])
        var response = try await service.withRenditionPermit(for: kind, pixels: original.pixels) {
            var format: Library.WidthFormat = accept.names("image/webp") ? .webp : .jpeg
            let picture: DerivedPicture
            do {
                picture = try await library.derivedPicture(width, as: format, of: kind, blob)
            } catch let error as ImageError where error.code == .encodingFailed && format == .webp {
                // A side might be too long for WebP.
                format = .jpeg
                picture = try await library.derivedPicture(width, as: format, of: kind, blob)
            }
            return try derived(picture, of: blob, type: "image/\(format)")
        }
        response.headers[.vary] = "Accept"
        return response
    }

    /// Returns the value of `Cache-Control`. A URL with a version can be cached permanently, except for sizes that depend on settings.
    private func cacheControl(of blob: BlobHash) -> String {
        guard query.first("v") == blob.version, RenditionSize(rawValue: id("size")) == nil else {
            return service.cacheControl
        }
        return "\(service.isPublic ? "public" : "private"), max-age=31536000, immutable"
    }

    /// Returns a response with a rendition. Its tag is a hash of its path in the library, which contains the original's hash and the size.
    private func derived(_ picture: DerivedPicture, of blob: BlobHash, type: String) throws -> Response {
        let place = "\(picture.path)".dropFirst("\(library.directory)".count)
        let tag = "\"\(BlobHash(of: Array(place.utf8)))\""
        guard let bytes = picture.unsavedBytes else {
            return try file(picture.path, tag: tag, of: blob, video: nil)
        }
        try requireVersion(tag)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl(of: blob)]
        if let known = request.notModified(tag, headers) { return known }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: try ResponseBody(bytes, countedBy: responses))
    }

    /// Returns a response with a file, or the part of it that the `Range` header requests. `format` is the format of a video.
    func file(
        _ path: FilePath, tag: String, of blob: BlobHash, video format: String?
    ) throws -> Response {
        guard let file = ServedFile(path: path.string) else {
            throw HTTPError(.notFound, "The file is missing from the library.")
        }
        try requireVersion(tag)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl(of: blob), .acceptRanges: "bytes"]
        if let known = request.notModified(tag, headers) { return known }
        headers[.contentType] = MediaType.of(file.head(PictureSniffing.byteCount), video: format)
        // With `If-Range`, a part from a different version would not fit the parts that the client already has.
        let isWanted = request.method == .get && request.headers[.ifRange].map { $0 == tag } ?? true
        let pool = service.threads.pool
        switch ByteRange(isWanted ? request.headers[.range] : nil, size: file.size) {
        case .whole:
            return Response(status: .ok, headers: headers, body: file.body(0..<file.size, threads: pool))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
            return Response(status: .partialContent, headers: headers, body: file.body(range, threads: pool))
        case .unsatisfiable:
            throw HTTPError(
                .rangeNotSatisfiable, "The file has \(file.size) bytes.",
                headers: [.contentRange: "bytes */\(file.size)"])
        }
    }
}
