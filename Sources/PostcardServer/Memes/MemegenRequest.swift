internal import HTTPTypes
internal import PlatformFoundation
internal import PostcardCore
internal import PostcardImaging

/// The body of a request for the address of a meme in memegen's scheme: JSON or a form.
struct MemegenRequest: Sendable {
    /// Nil when none was named.
    let template: String?
    var lines: [String]
    /// Without empty ones at the end.
    let styles: [String]
    let layout: String?
    let font: String?
    let background: String?
    let fileExtension: String
    /// `true` if the response redirects to the picture instead of giving its address.
    let redirects: Bool

    /// - Parameters:
    ///   - body: JSON, or a form.
    ///   - mediaType: which of them it is.
    /// - Throws: `HTTPError` with status 400 or 415.
    init(_ body: [UInt8], mediaType: String) throws(HTTPError) {
        switch mediaType {
        case "application/json":
            do {
                let values = try JSONDecoder().decode(Body.self, from: body.isEmpty ? Data("{}".utf8) : Data(body))
                self.init(values)
            } catch {
                throw .badRequest(
                    "The body is not a JSON object with texts, as in {\"template_id\": \"…\", \"text\": [\"…\"]}.")
            }
        case "application/x-www-form-urlencoded": self.init(try QueryItems(String(decoding: body, as: UTF8.self)))
        default:
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/json or application/x-www-form-urlencoded.")
        }
    }

    /// The path and parameters of the meme.
    func target(_ template: String) -> String {
        let known = ImageFormat.writableExtensions
        let address = MemeAddress(
            template: template, lines: lines, fileExtension: known.contains(fileExtension) ? fileExtension : "png")
        let parameters = [
            ("background", background), ("style", styles.isEmpty ? nil : styles.joined(separator: ",")),
            ("layout", layout), ("font", font),
        ]
        let items = parameters.compactMap { name, value in
            value.flatMap { $0.isEmpty || $0 == "default" ? nil : "\(name)=\(PercentEncoding.encode($0))" }
        }
        return address.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    private init(_ body: Body) {
        template = body.template_id
        lines = (body.text ?? body.text_lines)?.list ?? []
        styles = Self.trimmed(body.style?.list ?? [])
        (layout, font, background) = (body.layout, body.font, body.background ?? body.image_url)
        fileExtension = body.extension ?? ""
        redirects = body.redirect ?? false
    }

    private init(_ form: QueryItems) {
        func first(_ names: String...) -> [String] {
            names.map(form.all).first { !$0.isEmpty } ?? []
        }
        template = form["template_id"]
        lines = first("text[]", "text", "text_lines[]", "text_lines")
        styles = Self.trimmed(first("style[]", "style"))
        (layout, font, background) = (form["layout"], form["font"], form["background"] ?? form["image_url"])
        fileExtension = form["extension"] ?? ""
        redirects = form["redirect"].map { !["0", "false", "no"].contains($0.lowercased()) } ?? false
    }

    private static func trimmed(_ styles: [String]) -> [String] {
        var styles = styles.map { $0.isEmpty ? "default" : $0 }
        while styles.last == "default" { styles.removeLast() }
        return styles
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Named as memegen names them.
    private struct Body: Decodable {
        let template_id: String?
        let text: TextList?
        let text_lines: TextList?
        let style: TextList?
        let layout: String?
        let font: String?
        let background: String?
        let image_url: String?
        let `extension`: String?
        let redirect: Bool?
    }

    /// One text or several.
    private struct TextList: Decodable {
        let list: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                list = text.isEmpty ? [] : [text]
            } else {
                list = try container.decode([String].self)
            }
        }
    }
}
