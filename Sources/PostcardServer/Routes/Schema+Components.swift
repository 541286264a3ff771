import PostcardCore

extension Schema {
    /// The schemas of responses by name.
    static let components: [String: JSONValue] = [
        [
            "Problem": Problem.schema, "Job": AlbumJob.schema, "StoredPhoto": StoredPhoto.schema,
            "JobEvent": ["anyOf": [ref("Job"), ref("StoredPhoto")]], "Settings": SettingsChanges.response,
            "Session": SessionListing.schema,
        ],
        pins, albums, journals, places, notes, entries, memes, deleted, peeks, map, foundPlaces, reports, memegen,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// The schemas of responses in memegen's scheme by name.
    private static let memegen: [String: JSONValue] = [
        "MemeTemplate": TemplateListing.schema, "MemeFont": FontListing.schema, "MemeExample": ExampleListing.schema,
        "SentPicture": SentPicture.schema, "MemeAddress": record(["url": string], required: ["url"]),
    ]

    /// The first 12 digits of a file's hash.
    static let version: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{12}$"]
    static let flag: JSONValue = ["type": "boolean"]
    static let hash: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
}
