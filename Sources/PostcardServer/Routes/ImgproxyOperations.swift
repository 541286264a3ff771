import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardImaging

extension Operation {
    /// Returns the operations of imgproxy's scheme. Signed URLs share their path with thumbor's; the signature distinguishes them.
    static func imgproxy(_ features: APIFeatures) -> [Endpoint<Responder>] {
        var operations: [Endpoint<Responder>] = []
        // imgproxy accepts either word in place of a signature.
        for (word, suffix) in [("insecure", "Insecure"), ("_", "InsecureShort")] {
            operations.append(
                Operation(
                    method: .get, path: PathTemplate("/\(word)/{*rest}"), name: "getPicture\(suffix)",
                    summary: "A picture in imgproxy's scheme.", tag: "pictures", route: "imgproxy",
                    permission: .unsigned, isDescribed: features.allowsUnsigned,
                    replies: [.picture(of: ImageFormat.writable), .otherSpelling], errors: features.pictureErrors,
                    forms: [form("/\(word)", name: suffix)]
                ).handled { call in
                    try await call.imgproxyPicture(call["rest"])
                })
            operations.append(
                facts(
                    "/info/\(word)/{*rest}", name: "getPictureFacts\(suffix)", .unsigned,
                    isDescribed: features.allowsUnsigned, features, []
                ) { $0["rest"] })
        }
        operations.append(
            facts(
                "/info/{signature:27}/{*rest}", name: "getPictureFactsSigned", .signedRest(below: "/info"),
                isDescribed: features.hasKeys, features, [signature]
            ) { call in
                if case .signed(let address) = call.access { address.rest } else { "" }
            })
        return operations
    }

    private static func form(_ start: String, name: String) -> Form {
        Form(
            path: "\(start)/rs:{kind}:{width}:{height}/plain/{picture}@{ext}", name: "getPicture\(name)",
            summary: "A picture in imgproxy's scheme.",
            parts: [
                Parameter(
                    "kind", "The resizing type.",
                    Schema.choice(["fit", "fill", "fill-down", "force", "auto"])),
                side("width", "Pixels; 0 to derive it from the height."),
                side("height", "Pixels; 0 to derive it from the width."),
                picture,
                .fileExtension(of: ImageFormat.writableExtensions),
            ])
    }

    private static func facts(
        _ path: String, name: String, _ permission: Permission, isDescribed: Bool, _ features: APIFeatures,
        _ parts: [Parameter], _ rest: @escaping @Sendable (Call<Responder>) -> Substring
    ) -> Endpoint<Responder> {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: "Facts about a picture, as JSON.",
            tag: "pictures", route: "info", permission: permission, isDescribed: isDescribed,
            replies: [.one(PictureFacts.schema), .otherSpelling], errors: features.pictureErrors,
            forms: [
                Form(
                    path: path.replacing("{signature:27}", with: "{signature}")
                        .replacing("{*rest}", with: "plain/{picture}"),
                    name: name, summary: "Facts about a picture, as JSON.",
                    parts: parts + [picture])
            ]
        ).handled { call in
            try await call.facts(ofPictureAt: rest(call))
        }
    }

    private static func side(_ name: String, _ explanation: String) -> Parameter {
        Parameter(name, explanation, ["type": "string", "pattern": "^[0-9]{1,7}$", "examples": ["64"]])
    }

    private static let picture = Parameter(
        "picture", "The picture's name, percent-encoded. Its slashes may be unencoded.",
        ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]])
    private static let signature = Parameter(
        "signature", "The signature, computed for /info followed by the path after the signature.",
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
}

extension Call<Responder> {
    /// The options from client hints; empty if the settings do not allow client hints.
    var hints: [ImgproxyOption] {
        settings.usesClientHints ? ClientHints(request.headers).options : []
    }

    /// Responds with the picture for a URL in imgproxy's scheme, given without its signature.
    func imgproxyPicture(_ rest: Substring) async throws -> Response {
        let path = rest.prefix { $0 != "?" }
        if operation.permission == .unsigned, let usual = ImgproxyAddress.usualSpelling(of: path) {
            return Self.moved(to: "\(request.uri.string.dropLast(rest.count))\(usual)")
        }
        if let moved = movedWithoutQuery { return moved }
        let presets = services.presets
        let address = try ImgproxyAddress(parsing: rest, hints: hints, presets.imgproxy)
        return try await picture(of: address.pipeline, presets.scopes(of: address.options.presets))
    }

    /// A redirect to the URL without its query; `nil` if the URL has no query. The query is ignored, so without the redirect, any number of
    /// URLs would show the same picture.
    private var movedWithoutQuery: Response? {
        let target = request.uri.string
        return target.firstIndex(of: "?").map { Self.moved(to: String(target[..<$0])) }
    }

    fileprivate func facts(ofPictureAt rest: Substring) async throws -> Response {
        if let moved = movedWithoutQuery { return moved }
        let (name, expires) = try ImgproxyAddress.picture(of: rest)
        try service.requireFuture(expires)
        let source = services.results.source
        let (path, limits) = (try await source.name(name), services.results.workshop.limits)
        let (facts, isPublic) = try await examine(path) {
            $0.area
        } work: { picture in
            try PictureFacts(picture, limits: limits)
        }
        let age = age(until: expires, fresh: source.remote.fetched.secondsLeft(of: path) ?? .max)
        return try tagged(facts.json.bytes, cacheControl: "\(isPublic ? "public" : "private"), max-age=\(age)")
    }
}
