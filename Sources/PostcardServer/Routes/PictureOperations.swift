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
                // Signed URLs are not redirected.
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
                summary: "A picture processed by a preset.", tag: "pictures", route: "preset", permission: .preset,
                isDescribed: !features.presets.isEmpty,
                parts: [
                    Parameter("preset", "The name of the preset.", Schema.choice(features.presets)), picturePart,
                ],
                replies: [.picture(of: ImageFormat.writable), .otherSpelling], errors: features.pictureErrors
            ).handled { call in
                try await call.presetPicture()
            },
        ]
    }

    /// Returns the common forms of thumbor's URLs.
    private static func thumborForms(_ start: String, name: String, _ parts: [Parameter]) -> [Form] {
        [
            ("{size}", "", "A picture cropped to fill a size.", [sizePart]),
            ("fit-in/{size}", "Within", "A whole picture that fits within a size.", [sizePart]),
            (
                "meta/{size}", "Report", "The operations on a picture cropped to fill a size, as JSON.", [sizePart]
            ),
            (
                "{size}/filters:{filters}", "Filtered", "A picture cropped to fill a size, with filters.",
                [sizePart, filtersPart]
            ),
        ].map { options, kind, summary, optionParts in
            Form(
                path: "\(start)/\(options)/{picture}", name: "getPicture\(kind)\(name)", summary: summary,
                parts: parts + optionParts + [picturePart])
        }
    }

    private static let signaturePart = Parameter(
        "signature",
        "The HMAC-SHA1 or HMAC-SHA256 of the path after the signature and its slash, in URL-safe base64.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
    private static let sizePart = Parameter(
        "size",
        "WIDTHxHEIGHT in pixels. A side that is omitted or 0 is derived from the other side. orig is the "
            + "picture's own side. A minus sign mirrors the picture.",
        [
            "type": "string", "pattern": "^(-?([0-9]{0,5}|orig))x(-?([0-9]{0,5}|orig))$", "examples": ["300x200"],
        ])
    private static let filtersPart = Parameter(
        "filters", "thumbor filters, separated by colons, such as quality(80):grayscale().",
        ["type": "string", "minLength": 1, "examples": ["quality(80)"]])
    private static let picturePart = Parameter(
        "picture",
        "A path in a picture folder, an http or https URL, or library:ID, percent-encoded. Its slashes may be "
            + "unencoded.",
        ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]])
}

extension Operation.Parameter {
    /// Returns the path parameter for the file extension of the result's format.
    static func fileExtension(of names: [String]) -> Self {
        Self("ext", "The file extension of the format.", Schema.choice(names))
    }

    static let expires = Self(
        "expires", "The time at which the URL expires, in seconds since 1970.", ["type": "integer", "minimum": 0])

    /// The signature, always the last query parameter.
    static let signature = Self(
        "signature",
        "The last parameter: the HMAC-SHA256 of the path and query before it, in URL-safe base64. Requests with "
            + "a token don't need a signature.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
}

extension Operation.Reply {
    /// Returns a response with a picture that can be cached.
    static func picture(of formats: [ImageFormat]) -> Self {
        .init(
            status: .ok, explanation: "The picture.", content: formats.map { .bytes($0.mediaType) },
            fields: [
                "ETag": "Changes when the picture changes.", "Cache-Control": "How long caches may store the picture.",
                "Vary": "Accept, if the format was negotiated.",
            ])
    }

    /// A response with a picture, or with the report on its operations.
    static let thumbor = {
        var reply = picture(of: ImageFormat.writable)
        reply.content.append(.json(ThumborRequest.reportSchema))
        return reply
    }()

    static let otherSpelling = Self(
        status: .movedPermanently, explanation: "The URL is not in its canonical spelling.",
        fields: ["Location": "The canonical URL."])
}
