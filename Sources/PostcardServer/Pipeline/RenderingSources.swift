import PostcardLibrary

/// The files of a rendering's sources, which are in memory already or read when they are needed.
struct RenderingSources: Sendable {
    let names: [String]
    let pictures: SourcePictures
    /// The files in memory; `nil` where they have not been read.
    var files: SourcePictures.Files?

    /// Returns the files of all sources in their order, under one permit.
    func all(_ metrics: ServerMetrics) async throws -> SourcePictures.Files {
        if let files { return files }
        return try await metrics.measure(.source) { try await pictures.files(names) }
    }
}
