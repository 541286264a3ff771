import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary

extension Operation {
    /// The name of meme operations in metrics and logs.
    static let memeRoute = "memes"

    /// Returns the operations for memes, in memegen's scheme and by specification. As in memegen, paths may end in a slash.
    static func memes(_ features: APIFeatures) -> [Route] {
        [memePicture(features)] + memeListings(features) + memeOrders + preparations + [
            specification(features)
        ]
    }

    private static func memePicture(_ features: APIFeatures) -> Route {
        Operation(
            method: .get, path: PathTemplate("/images/{+address}[/]"), name: "getMemePicture", summary: "A meme.",
            tag: "memes", route: memeRoute, permission: .signedTarget,
            parameters: MemegenParameters.parameters + features.ending,
            replies: [.picture(of: ImageFormat.writable), .otherSpelling, .noExtension], errors: features.pictureErrors,
            showsErrorsAsPictures: true, forms: memeForms
        ).handled { call in
            try await call.meme()
        }
    }

    /// The forms with up to three lines, since OpenAPI has no paths of any length.
    private static var memeForms: [Form] {
        let background = Parameter(
            "background",
            "The picture beneath: a path below a picture folder, an http or https address, or library:ID.",
            ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]], isRequired: true)
        let names = ["Blank", "OneLine", "TwoLines", "ThreeLines"]
        let summaries = ["A template without words.", "A meme of one line.", "Of two lines.", "Of three lines."]
        return names.indices.flatMap { count in
            let lines = ["first", "second", "third"].prefix(count).map(line)
            let path = lines.map { "/{\($0.name)}" }.joined() + ".{ext}"
            let parts = lines + [.fileExtension(of: ImageFormat.writableExtensions)]
            let template = Form(
                path: "/images/{template}\(path)", name: "getMeme\(names[count])", summary: summaries[count],
                parts: [memeTemplate] + parts)
            guard count > 0 else { return [template] }
            let custom = Form(
                path: "/images/custom\(path)", name: "getCustomMeme\(names[count])",
                summary: "A meme on a picture of one's own.", parts: parts, parameters: [background])
            return [template, custom]
        }
    }

    /// The operations before making a meme: completing its specification, and uploading a picture for several memes.
    private static let preparations: [Route] = [
        Operation(
            method: .post, path: PathTemplate("/memes/specification"), name: "completeMeme",
            summary:
                "The whole meme with the boxes of its style or template, of the same body as a meme; nothing is drawn.",
            tag: "memes", route: memeRoute, permission: .signedTarget, bodies: [.json(MemeSpecification.schema)],
            replies: [.json(Schema.record(["meme": Schema.anyObject]), "The meme.")],
            errors: [400, 403, 404, 413, 414, 415, 422, 429, 503]
        ).handled { call in
            try await call.wholeSpecification()
        },
        Operation(
            method: .post, path: PathTemplate("/memes/pictures"), name: "sendMemePicture",
            summary: "Keep a picture for 15 minutes after its last use, so that previews need not send it again.",
            tag: "memes", route: memeRoute, permission: .signedTarget,
            bodies: [.bytes("image/*"), .bytes("application/octet-stream")],
            replies: [.json(Schema.ref("SentPicture"), "Its name in requests for memes.", status: .created)],
            errors: [400, 403, 413, 414, 415, 422, 429, 503]
        ).handled { call in
            try await call.sentPicture()
        },
    ]

    private static func specification(_ features: APIFeatures) -> Route {
        let form: JSONValue = [
            "type": "object", "required": ["request"],
            "properties": ["request": MemeSpecification.schema, "picture": ["description": "The picture beneath."]],
            "additionalProperties": ["description": "A picture that the request names."],
        ]
        let record = Content.json(Schema.ref("Meme"))
        var replies: [Reply] = [
            .init(
                status: .ok,
                explanation: "The meme, or the record of one that an earlier request created under the id.",
                content: ImageFormat.writable.map { .bytes($0.mediaType) } + (features.hasLibrary ? [record] : []),
                fields: [
                    "Meme-Report":
                        "The size and number of lines of each caption, what did not fit and what no font has: "
                        + "base64url of JSON."
                ])
        ]
        if features.hasLibrary { replies.append(.created(Schema.ref("Meme"))) }
        let parameters = features.hasLibrary ? [Parameter.chosenID(of: .meme)] : []
        return Operation(
            method: .post, path: PathTemplate("/memes[/]"), name: "makeMeme",
            summary: "A meme of a picture or a template, made at once; recorded in the library if that is wanted.",
            tag: "memes", route: memeRoute, permission: .signedTarget, parameters: parameters,
            bodies: [
                .json(MemeSpecification.schema), .init(mediaType: "multipart/form-data", schema: form),
            ], replies: replies,
            errors: features.pictureErrors.subtracting([410]).union(features.hasLibrary ? [409] : [])
        ).handled { call in
            try await call.specifiedMeme()
        }
    }

    private static func line(_ name: String) -> Parameter {
        .init(
            name,
            "A line: a space is _, _ is __, - is --, an empty line is _, and ~q ~a ~p ~h ~s ~b ~n ~l ~g are "
                + "? & % # / \\ a line end < >.",
            ["type": "string", "minLength": 1, "maxLength": 200, "examples": ["Hello_world"]])
    }
}

extension Operation.Reply {
    fileprivate static let noExtension = Self(
        status: .found, explanation: "The address ends in no extension.",
        fields: ["Location": "The address that was meant."])
}
