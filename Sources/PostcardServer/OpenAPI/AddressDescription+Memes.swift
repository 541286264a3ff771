internal import HTTPTypes
internal import PostcardImaging

extension AddressDescription {
    /// Memes in memegen's scheme, and by our own specification.
    static func memes(_ offer: ServiceOffer) -> [AddressDescription] {
        pictures(of: offer) + lists(offer) + orders(offer) + [specification(offer)]
    }

    /// A meme for each number of lines up to three; generators know no paths of any length.
    private static func pictures(of offer: ServiceOffer) -> [AddressDescription] {
        let background = Operation.Parameter(
            name: "background",
            explanation: "The picture beneath: a path below a picture folder, an http or https address, or library:ID.",
            schema: ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]], isRequired: true)
        var all: [AddressDescription] = []
        for (count, name) in ["Blank", "OneLine", "TwoLines", "ThreeLines"].enumerated() {
            let lines = ["first", "second", "third"].prefix(count).map(line)
            let path = lines.map { "/{\($0.name)}" }.joined() + ".{ext}"
            func describe(
                _ start: String, _ name: String, _ summary: String, _ parts: [Operation.Parameter],
                _ parameters: [Operation.Parameter]
            ) -> AddressDescription {
                AddressDescription(
                    method: .get, path: PathTemplate(start + path), name: name, summary: summary, tag: "memes",
                    parts: parts + lines + [.fileExtension(of: ImageFormat.writableExtensions)],
                    parameters: parameters + MemegenParameters.parameters + offer.ending,
                    replies: [.picture(of: ImageFormat.writable), .otherSpelling, .noExtension], faults: faults(offer),
                    security: offer.security(isSignable: true))
            }
            let words = ["A template without words.", "A meme of one line.", "Of two lines.", "Of three lines."][count]
            all.append(describe("/images/{template}", "getMeme\(name)", words, [templatePart], []))
            if count > 0 {
                all.append(
                    describe(
                        "/images/custom", "getCustomMeme\(name)", "A meme on a picture of one's own.", [], [background])
                )
            }
        }
        return all
    }

    private static func lists(_ offer: ServiceOffer) -> [AddressDescription] {
        let filter = Operation.Parameter(
            name: "filter", explanation: "Only those with this text in name, keywords or examples.",
            schema: Schema.string)
        let animated = Operation.Parameter(
            name: "animated", explanation: "Only those that move, of which there are none.",
            schema: ["type": "boolean"])
        func list(
            _ path: String, _ name: String, _ summary: String, _ schema: JSONNode, parts: [Operation.Parameter] = [],
            _ parameters: [Operation.Parameter] = []
        ) -> AddressDescription {
            AddressDescription(
                method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "memes", parts: parts,
                parameters: parameters + offer.ending,
                replies: [.init(status: .ok, explanation: "What there is.", content: [.json(schema)])],
                faults: [400, 403, 404, 410, 414, 429], security: offer.security(isSignable: true))
        }
        func array(_ name: String) -> JSONNode { ["type": "array", "items": Schema.ref(name)] }
        return [
            list(
                "/templates", "listTemplates", "All templates.", array("MemeTemplate"), [filter, animated]),
            list(
                "/templates/{template}", "getTemplate", "A template.", Schema.ref("MemeTemplate"), parts: [templatePart]
            ),
            list("/images", "listExamples", "An example of each template.", array("MemeExample"), [filter, animated]),
            list("/fonts", "listFonts", "All fonts.", array("MemeFont")),
            list(
                "/fonts/{font}", "getFont", "A font.", Schema.ref("MemeFont"),
                parts: [
                    .init(
                        name: "font", explanation: "An id or alias.",
                        schema: ["type": "string", "minLength": 1, "examples": ["frankmark"]])
                ]),
        ]
    }

    private static func orders(_ offer: ServiceOffer) -> [AddressDescription] {
        [
            ("/images", "orderMeme", "The address of a meme of a template.", [], MemegenRequest.schema),
            (
                "/templates/{template}", "orderMemeOfTemplate", "The address of a meme of this template.",
                [templatePart],
                MemegenRequest.templateSchema
            ),
            (
                "/images/custom", "orderCustomMeme", "The address of a meme on a picture of one's own.", [],
                MemegenRequest.customSchema
            ),
            (
                "/images/automatic", "orderAutomaticMeme", "The address of a meme whose template suits the words.", [],
                MemegenRequest.automaticSchema
            ),
        ].map { (path: String, name: String, summary: String, parts: [Operation.Parameter], schema: JSONNode) in
            AddressDescription(
                method: .post, path: PathTemplate(path), name: name, summary: summary, tag: "memes", parts: parts,
                bodies: [.json(schema), .init(mediaType: "application/x-www-form-urlencoded", schema: schema)],
                replies: [
                    .init(
                        status: .created, explanation: "The address.", content: [.json(Schema.ref("MemeAddress"))]),
                    .init(status: .found, explanation: "With redirect.", fields: ["Location": "The picture."]),
                ],
                faults: [400, 403, 404, 413, 414, 415, 422, 429], security: offer.security(isSignable: false))
        }
    }

    private static func specification(_ offer: ServiceOffer) -> AddressDescription {
        let form: JSONNode = [
            "type": "object", "required": ["request"],
            "properties": ["request": MemeSpecification.schema, "picture": ["description": "The picture beneath."]],
            "additionalProperties": ["description": "A picture that the request names."],
        ]
        var replies: [Operation.Reply] = [
            .init(
                status: .ok, explanation: "The meme.", content: ImageFormat.writable.map { .bytes($0.mediaType) })
        ]
        if offer.hasLibrary { replies.append(.created(Schema.ref("Meme"))) }
        return AddressDescription(
            method: .post, path: PathTemplate("/memes"), name: "makeMeme",
            summary: "A meme of a picture or a template, made at once; recorded in the library if that is wanted.",
            tag: "memes",
            bodies: [
                .json(MemeSpecification.schema), .init(mediaType: "multipart/form-data", schema: form),
            ], replies: replies, faults: faults(offer).subtracting([410]),
            security: offer.security(isSignable: false))
    }

    private static let templatePart = Operation.Parameter(
        name: "template", explanation: "An id of /templates.",
        schema: ["type": "string", "minLength": 1, "examples": ["verdict"]])

    private static func line(_ name: String) -> Operation.Parameter {
        .init(
            name: name,
            explanation:
                "A line: a space is _, _ is __, - is --, an empty line is _, and ~q ~a ~p ~h ~s ~b ~n ~l ~g are "
                + "? & % # / \\ a line end < >.",
            schema: ["type": "string", "minLength": 1, "maxLength": 200, "examples": ["Hello_world"]])
    }
}

extension Operation.Reply {
    fileprivate static let noExtension = Self(
        status: .found, explanation: "The address ends in no extension.", fields: ["Location": "The same as .png."])
    static let otherSpelling = Self(
        status: .movedPermanently, explanation: "The address has another spelling.",
        fields: ["Location": "The one that is kept."])
}
