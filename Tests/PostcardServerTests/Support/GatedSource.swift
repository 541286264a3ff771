import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport

/// Photos from a folder, all at one place. They are sent when a gate is open.
struct GatedSource: PhotoSource {
    let gate: TestGate
    private let folder: FolderSource

    init(_ folder: TemporaryFolder, at place: Coordinate, gate: TestGate) {
        self.gate = gate
        self.folder = FolderSource(root: folder.url.path) { _ in
            PhotoMetadata(coordinate: place, dateTaken: nil, title: nil, artist: nil, copyright: nil)
        }
    }

    var name: String { folder.name }
    var notice: String? { folder.notice }

    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        try await folder.photos(matching: query, page: page)
    }

    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        await gate.pass()
        try Task.checkCancellation()
        return try await folder.download(
            photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: part, to: sink)
    }
}

/// A source that fails with a message that no client should see.
struct FailingSource: PhotoSource {
    let name = "failing"
    let notice: String? = nil

    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        throw SourceError(.unreachable, "There is no response from secret.internal.")
    }

    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        throw SourceError(.gone, "It is gone.")
    }
}
