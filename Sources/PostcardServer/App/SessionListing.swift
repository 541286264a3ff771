import PostcardCore

/// The caller of a request, and the set-up of the service.
struct SessionListing: Encodable {
    /// The name of the token; `nil` without one.
    var name: String?
    /// `read` or `write`; `nil` for those who see nothing of the library.
    var scope: String?
    /// The version of the app's files.
    let version: String
    /// True when the library can be read without signing in.
    let isPublic: Bool
    /// The sources of photos that can be named, the best one first.
    var sources: [String]?
    /// The service that knows places; `nil` for none.
    var places: String?
    /// Map tiles; `nil` where the app draws the world itself.
    var tiles: MapTiles?
    /// The most bytes of a file that is taken in.
    var maximumUploadBytes: Int?
    /// True when the service reads videos.
    var ffmpeg: Bool?

    static let schema = Schema.record(
        [
            "name": Schema.text("The name of the token, where one was used."),
            "scope": [
                "type": "string", "enum": ["read", "write"],
                "description": "What the caller may do; not there for those who see nothing of the library.",
            ],
            "version": Schema.text("Changes with the app's files."), "isPublic": Schema.flag,
            "sources": Schema.strings,
            "tiles": Schema.record(["url": Schema.string, "credit": Schema.string], required: ["url", "credit"]),
            "places": Schema.text("The service that knows places by their names."),
            "maximumUploadBytes": Schema.integer, "ffmpeg": Schema.flag,
        ], required: ["version", "isPublic"]
    ).adding(["description": "Who is asking. What is set up is told to those who may see the library."])
}
