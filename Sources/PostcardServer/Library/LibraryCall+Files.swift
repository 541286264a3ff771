internal import PostcardCore
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import PostcardLibrary
internal import SystemPackage

extension LibraryCall {
    /// The file of a picture or video. `format` is that of a video by its record.
    func blob(_ hash: BlobHash, video format: String? = nil) throws -> Response {
        try file(library.blobs.path(of: hash), tag: "\"\(hash)\"", video: format)
    }

    /// A smaller version of a picture, in the size that the address names. `pixels` is the number that the picture has,
    /// for it may have to be made smaller now. `picture` makes that version.
    func smaller(
        pixels: Int, _ picture: @Sendable (DerivedSize) async throws -> DerivedPicture
    ) async throws -> Response {
        guard let size = DerivedSize(rawValue: id("size")) else { throw HTTPError.notFound }
        return try await service.pixels.with(pixels) { try derived(try await picture(size)) }
    }

    /// The path says of what, and how large.
    private func derived(_ picture: DerivedPicture) throws -> Response {
        let place = "\(picture.path)".dropFirst("\(library.directory)".count)
        let tag = "\"\(BlobHash(of: Array(place.utf8)))\""
        guard let bytes = picture.unsavedBytes else { return try file(picture.path, tag: tag, video: nil) }
        try requireWanted(tag)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: service.cacheControl]
        if EntityTags.matches(request.headers[.ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "image/jpeg"
        return Response(status: .ok, headers: headers, body: try ResponseBody(bytes, countedBy: service.responses))
    }

    private func file(_ path: FilePath, tag: String, video format: String?) throws -> Response {
        guard let file = ServedFile(path: path.string) else {
            throw HTTPError(.notFound, "The file is missing from the library.")
        }
        try requireWanted(tag)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: service.cacheControl, .acceptRanges: "bytes"]
        if EntityTags.matches(request.headers[.ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = MediaType.of(file.head(PictureSniffing.byteCount), video: format)
        // A part of another version is of no use to one who has the rest of this one.
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
