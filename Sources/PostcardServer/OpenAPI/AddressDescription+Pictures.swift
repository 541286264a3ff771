internal import HTTPTypes
internal import PostcardImaging

extension AddressDescription {
    /// Faults of whatever makes a picture of others.
    static let pictureFaults: Set<Int> = [400, 403, 404, 410, 413, 414, 415, 422, 429, 502, 503, 504]

    /// Pictures in thumbor's scheme and by preset, and contact sheets.
    static func pictures(_ offer: ServiceOffer) -> [AddressDescription] {
        var all: [AddressDescription] = []
        if offer.allowsUnsigned {
            all += sized("/unsafe", name: "Unsigned", [], offer, security: anybodyOrToken)
        }
        if offer.hasKeys {
            all += sized("/{signature}", name: "Signed", [signaturePart], offer, security: [[:]])
        }
        if !offer.presets.isEmpty {
            let preset = Operation.Parameter(
                name: "preset", explanation: "As the operator has named it.",
                schema: ["type": "string", "enum": .list(offer.presets.map { .text($0) })])
            all.append(
                AddressDescription(
                    method: .get, path: PathTemplate("/p/{preset}/{picture}"), name: "getPictureByPreset",
                    summary: "A picture as a preset shows it.", tag: "pictures", parts: [preset, picturePart],
                    replies: [.picture(of: ImageFormat.writable), .otherSpelling], faults: faults(offer),
                    security: anybodyOrToken))
        }
        let formats = ContactSheetRequest.extensions.compactMap { ImageFormat(fileExtension: $0) }
        for (path, name, parts) in [
            ("/sheet", "getSheet", []),
            (
                "/sheet.{ext}", "getSheetAs",
                [Operation.Parameter.fileExtension(of: ContactSheetRequest.extensions)]
            ),
        ] {
            all.append(
                AddressDescription(
                    method: .get, path: PathTemplate(path), name: name, summary: "Pictures in a grid.", tag: "pictures",
                    parts: parts, parameters: ContactSheetRequest.parameters + offer.ending,
                    replies: [.picture(of: formats)],
                    faults: faults(offer), security: offer.security(isSignable: true)))
        }
        return all
    }

    /// - Returns: with those for who may not see the library, where there is one.
    static func faults(_ offer: ServiceOffer) -> Set<Int> {
        offer.hasLibrary ? pictureFaults.union([401]) : pictureFaults
    }

    /// The usual forms of thumbor's addresses.
    private static func sized(
        _ start: String, name: String, _ parts: [Operation.Parameter], _ offer: ServiceOffer, security: JSONNode
    ) -> [AddressDescription] {
        [
            ("", "getPicture\(name)", "A picture that fills a size; what stands over is cut off.", [sizePart]),
            ("fit-in/", "getPictureWithin\(name)", "A whole picture within a size.", [sizePart]),
            (
                "", "getPictureFiltered\(name)", "A picture that fills a size, filtered.",
                [sizePart, filtersPart]
            ),
        ].map { prefix, name, summary, options in
            let middle = options.count > 1 ? "\(prefix){size}/filters:{filters}" : "\(prefix){size}"
            return AddressDescription(
                method: .get, path: PathTemplate("\(start)/\(middle)/{picture}"), name: name, summary: summary,
                tag: "pictures", parts: parts + options + [picturePart],
                replies: [.picture(of: ImageFormat.writable), .otherSpelling],
                faults: faults(offer), security: security)
        }
    }

    private static let signaturePart = Operation.Parameter(
        name: "signature",
        explanation: "The url-safe base64 of the HMAC-SHA1 or HMAC-SHA256 over all of the path that follows its slash.",
        schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
    private static let sizePart = Operation.Parameter(
        name: "size",
        explanation: "WIDTHxHEIGHT in pixels. A side that is left out or 0 follows from the other, orig is that of the "
            + "picture, and one with a minus is mirrored.",
        schema: [
            "type": "string", "pattern": "^(-?([0-9]{0,5}|orig))x(-?([0-9]{0,5}|orig))$", "examples": ["300x200"],
        ])
    private static let filtersPart = Operation.Parameter(
        name: "filters", explanation: "Thumbor's filters with colons between them, such as quality(80):grayscale().",
        schema: ["type": "string", "minLength": 1, "examples": ["quality(80)"]])
    private static let picturePart = Operation.Parameter(
        name: "picture",
        explanation:
            "A path below a picture folder, an http or https address, or library:ID, percent-encoded; its slashes "
            + "may stand as they are.",
        schema: ["type": "string", "minLength": 1, "examples": ["paris/tower.jpg"]])
}

extension Operation.Parameter {
    /// The extension that names the format of a result.
    static func fileExtension(of names: [String]) -> Self {
        Self(
            name: "ext", explanation: "Names the format.",
            schema: ["type": "string", "enum": .list(names.map { .text($0) })])
    }

    static let expires = Self(
        name: "expires", explanation: "Seconds since 1970 after which the address is refused.",
        schema: ["type": "integer", "minimum": 0])

    /// The last one.
    static let signature = Self(
        name: "signature",
        explanation:
            "The last parameter: the url-safe base64 of the HMAC-SHA256 over path and query before it. Who has a "
            + "token needs none.",
        schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]{27,44}={0,2}$"])
}

extension Operation.Reply {
    /// A picture that may be kept.
    static func picture(of formats: [ImageFormat]) -> Self {
        .init(
            status: .ok, explanation: "The picture.", content: formats.map { .bytes($0.mediaType) },
            fields: [
                "ETag": "Changes with the picture.", "Cache-Control": "How long it may be kept.",
                "Vary": "Accept, where the client's taste decided about the format.",
            ])
    }
}
