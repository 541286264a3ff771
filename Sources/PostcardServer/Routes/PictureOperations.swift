import HTTPTypes
import PostcardCore
import PostcardImaging

extension Operation {
    /// Returns the operations for pictures in thumbor's scheme and by preset.
    static func pictures(_ features: APIFeatures) -> [Endpoint<Responder>] {
        [
            Operation(
                method: .get, path: PathTemplate("/unsafe/{*rest}"), name: "getPictureUnsigned",
                summary: "A picture in thumbor's scheme.", tag: "pictures", route: "thumbor", permission: .unsigned,
                isDescribed: features.allowsUnsigned,
                replies: [.thumbor, .otherSpelling], errors: features.pictureErrors,
                forms: thumborForms("/unsafe", name: "Unsigned", [])
            ).handled { call in
                let wanted = try ThumborRequest(parsing: call["rest"], isLenient: call.settings.ignoresUnknownFilters)
                // Signed addresses are not redirected.
                guard !wanted.spelledName.hasPrefix("/") else {
                    let name = PictureName.withoutLeadingSlashes(wanted.spelledName)
                    return Call<Responder>.moved(to: "/unsafe/\(wanted.options)\(name)")
                }
                return try await wanted.isMeta ? call.report(of: wanted) : call.picture(of: wanted.pipeline)
            },
            Operation(
                method: .get, path: PathTemplate("/{signature:27}/{*rest}"), name: "getPictureSigned",
                summary: "A picture in thumbor's scheme.", tag: "pictures", route: "thumbor",
                permission: .signedRest(below: ""),
                isDescribed: features.hasKeys,
                replies: [.thumbor, .otherSpelling], errors: features.pictureErrors,
                forms: thumborForms("/{signature}", name: "Signed", [signaturePart])
            ).handled { call in
                try await call.signedPicture()
            },
            Operation(
                method: .get, path: PathTemplate("/p/{preset}/{*picture}"), name: "getPictureByPreset",
                summary: "A picture as a preset shows it.", tag: "pictures", route: "preset", permission: .preset,
                isDescribed: !features.presets.isEmpty,
                parts: [
                    Parameter("preset", "As the operator has named it.", Schema.choice(features.presets)), picturePart,
                ],
                replies: [.picture(of: ImageFormat.writable), .otherSpelling], errors: features.pictureErrors
            ).handled { call in
                try await call.presetPicture()
            },
        ]
    }

    /// Returns the usual forms of thumbor's addresses.
    private static func thumborForms(_ start: String, name: String, _ parts: [Parameter]) -> [Form] {
        [
            ("{size}", "", "A picture that fills a size; what stands over is cut off.", [sizePart]),
            ("fit-in/{size}", "Within", "A whole picture within a size.", [sizePart]),
            (
                "meta/{size}", "Report", "What is done to a picture that fills a size, as JSON.", [sizePart]
            ),
            (
                "{size}/filters:{filters}", "Filtered", "A picture that fills a size, filtered.",
                [sizePart, filtersPart]
            ),
        ].map { options, kind, summary, optionParts in
            Form(
                path: "\(start)/\(options)/{picture}", name: "getPicture\(kind)\(name)", summary: summary,
                parts: parts + optionParts + [picturePart])
        }
    }

    private static let signaturePart = Parameter(
        "signature", "The url-safe base64 of the HMAC-SHA1 or HMAC-SHA256 over all of the path that follows its slash.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
    private static let sizePart = Parameter(
        "size",
        "WIDTHxHEIGHT in pixels. A side that is left out or 0 follows from the other, orig is that of the "
            + "picture, and one with a minus is mirrored.",
        [
            "type": "string", "pattern": "^(-?([0-9]{0,5}|orig))x(-?([0-9]{0,5}|orig))$", "examples": ["300x200"],
        ])
    private static let filtersPart = Parameter(
        "filters", "Thumbor's filters with colons between them, such as quality(80):grayscale().",
        ["type": "string", "minLength": 1, "examples": ["quality(80)"]])
    private static let picturePart = Parameter(
        "picture",
        "A path below a picture folder, an http or https address, or library:ID, percent-encoded; its slashes "
            + "may stand as they are.",
        ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]])
}

extension Operation.Parameter {
    /// Returns the path parameter for the extension of the result's format.
    static func fileExtension(of names: [String]) -> Self {
        Self("ext", "Names the format.", Schema.choice(names))
    }

    static let expires = Self(
        "expires", "Seconds since 1970 after which the address is refused.", ["type": "integer", "minimum": 0])

    /// The signature, always the last parameter of the query.
    static let signature = Self(
        "signature",
        "The last parameter: the url-safe base64 of the HMAC-SHA256 over path and query before it. Who has a "
            + "token needs none.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
}

extension Operation.Reply {
    /// Returns a response with a picture that can be cached.
    static func picture(of formats: [ImageFormat]) -> Self {
        .init(
            status: .ok, explanation: "The picture.", content: formats.map { .bytes($0.mediaType) },
            fields: [
                "ETag": "Changes with the picture.", "Cache-Control": "How long it may be kept.",
                "Vary": "Accept, where the client's taste decided about the format.",
            ])
    }

    /// A response with a picture, or with the report of its operations.
    static let thumbor = {
        var reply = picture(of: ImageFormat.writable)
        reply.content.append(.json(ThumborRequest.reportSchema))
        return reply
    }()

    static let otherSpelling = Self(
        status: .movedPermanently, explanation: "The address has another spelling.",
        fields: ["Location": "The one that is kept."])
}
