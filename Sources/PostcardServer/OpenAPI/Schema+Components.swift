extension Schema {
    /// The schemas of answers by name.
    static let components: [String: JSONNode] = [
        "Coordinate": record(
            [
                "latitude": ["type": "number", "minimum": -90, "maximum": 90],
                "longitude": ["type": "number", "minimum": -180, "maximum": 180],
            ], required: ["latitude", "longitude"]
        ).adding(["description": "Degrees north and east, WGS 84."]),
        "Problem": record(
            ["type": string, "title": string, "status": integer, "detail": string, "instance": string],
            required: ["type", "title", "status", "detail", "instance"]
        ).adding(["description": "Problem details, RFC 9457."]),
        "Pin": record(
            [
                "id": id("pin"), "name": string, "coordinate": coordinate, "created": moment,
                "origin": record(
                    ["source": string, "id": string, "address": string, "notice": string],
                    required: ["source", "id", "address", "notice"]),
            ], required: ["id", "name", "coordinate", "created"]),
        "PinCollection": record(
            ["type": ["const": "FeatureCollection"], "features": ["type": "array", "items": ["type": "object"]]],
            required: ["type", "features"]),
        "License": record(
            ["id": string, "name": string, "url": string, "allowsDerivatives": flag, "requiresAttribution": flag],
            required: ["id", "name", "allowsDerivatives", "requiresAttribution"]),
        "Photo": record(
            [
                "id": id("photo"), "album": id("pin"), "number": integer, "title": string, "owner": string,
                "ownerURL": string, "page": string, "license": ref("License"), "dateTaken": string,
                "coordinate": coordinate, "blob": hash, "bytes": integer, "width": integer, "height": integer,
                "file": string, "thumbnail": string, "peek": string, "credit": string,
            ],
            required: [
                "id", "album", "title", "owner", "license", "blob", "bytes", "width", "height", "file", "thumbnail",
                "peek", "credit",
            ]),
        "Album": record(
            [
                "pin": ref("Pin"), "notice": string, "problem": string,
                "state": [
                    "type": "string",
                    "enum": ["empty", "downloading", "interrupted", "ready", "none-found", "failed"],
                ],
                "photos": ["type": "array", "items": ref("Photo")],
            ], required: ["pin", "state", "photos"]),
        "Job": record(
            [
                "id": string, "pin": id("pin"), "album": string,
                "state": ["type": "string", "enum": ["running", "done", "none-found", "failed", "stopped"]],
                "count": integer, "stored": integer, "bytes": integer, "skipped": integer, "problem": string,
                "began": moment, "ended": moment,
            ], required: ["id", "pin", "album", "state", "count", "stored", "bytes", "skipped", "began"]),
        "Journal": record(
            ["id": id("journal"), "name": string, "created": moment], required: ["id", "name", "created"]),
        "JournalContents": record(
            [
                "journal": ref("Journal"),
                "stops": [
                    "type": "array",
                    "items": record(
                        [
                            "place": ref("Place"), "notes": ["type": "array", "items": ref("Note")],
                            "entries": ["type": "array", "items": ref("Entry")],
                        ], required: ["notes", "entries"]),
                ],
            ], required: ["journal", "stops"]),
        "Place": record(
            [
                "id": id("place"), "journal": id("journal"), "name": string, "coordinate": coordinate,
                "pin": id("pin"), "date": string,
            ], required: ["id", "journal", "name", "coordinate", "date"]),
        "Note": record(
            ["id": id("note"), "journal": id("journal"), "place": id("place"), "date": string, "text": string],
            required: ["id", "journal", "date", "text"]),
        "NoteVersion": record(["date": moment, "text": string], required: ["date"]),
        "Medium": record(
            [
                "kind": ["type": "string", "enum": ["picture", "video"]], "blob": hash, "bytes": integer,
                "format": string, "width": integer, "height": integer, "duration": ["type": "number"],
                "name": string, "title": string, "dateTaken": string, "coordinate": coordinate, "photo": id("photo"),
                "credit": string, "license": ref("License"),
            ], required: ["kind", "blob", "bytes", "format"]),
        "Entry": record(
            [
                "id": id("entry"), "journal": id("journal"), "place": id("place"), "date": string, "text": string,
                "media": ["type": "array", "items": ref("Medium")], "files": ["type": "array", "items": string],
            ], required: ["id", "date", "text", "media", "files"]),
        "Meme": record(
            [
                "id": id("meme"), "texts": ["type": "array", "items": string], "spec": ["type": "object"],
                "photo": id("photo"), "pin": id("pin"), "template": string, "credit": string, "blob": hash,
                "bytes": integer, "format": string, "width": integer, "height": integer, "created": moment,
                "path": string,
            ], required: ["id", "texts", "spec", "blob", "bytes", "format", "width", "height", "created", "path"]),
        "Deleted": record(
            [
                "id": anyID, "deleted": moment, "title": string,
                "kind": ["type": "string", "enum": ["pin", "photo", "journal", "place", "note", "entry", "meme"]],
            ], required: ["id", "kind", "deleted", "title"]),
        "Restored": record(["id": anyID, "records": integer], required: ["id", "records"]),
        "Peek": record(
            [
                "id": string, "number": integer, "peek": string, "thumbnail": string, "file": string, "item": string,
                "title": string, "credit": string, "problem": string,
                "kind": ["type": "string", "enum": ["photo", "picture", "video", "meme"]],
            ], required: ["id", "kind", "number", "peek", "thumbnail", "file", "item", "title"]),
        "MapView": record(
            [
                "center": coordinate, "latitudeSpan": ["type": "number"], "longitudeSpan": ["type": "number"],
            ], required: ["center", "latitudeSpan", "longitudeSpan"]),
        "CheckReport": record(
            counts([
                "lines", "bytes", "records", "obsoleteChanges", "files", "fileBytes", "unreferencedFiles",
                "unreferencedFileBytes", "findingCount",
            ]).merging([
                "isSound": flag,
                "findings": [
                    "type": "array",
                    "items": record(
                        ["problem": string, "isDamage": flag, "line": integer, "id": string],
                        required: ["problem", "isDamage"]),
                ],
            ]) { own, _ in own }, required: ["isSound", "lines", "records", "files", "findingCount", "findings"]),
        "CompactionReport": record(
            counts(compactionCounts), required: compactionCounts),
        "Settings": record(settings.mapValues { _ in string }, required: settings.keys.sorted()),
    ]

    private static let compactionCounts = [
        "records", "removedChanges", "bytesBefore", "bytesAfter", "removedFiles", "removedFileBytes",
    ]

    private static func counts(_ names: [String]) -> [String: JSONNode] {
        Dictionary(names.map { ($0, integer) }) { first, _ in first }
    }

    private static let flag: JSONNode = ["type": "boolean"]
    private static let hash: JSONNode = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
}
