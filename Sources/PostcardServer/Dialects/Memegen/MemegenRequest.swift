import HTTPTypes
import PostcardCore
import PostcardImaging

/// The body of a request for the URL of a meme in memegen's scheme: JSON or a form. As in memegen, names of lists can end in `[]`.
struct MemegenRequest: Sendable {
    /// The template's name; `nil` if the body has none.
    let template: String?
    let lines: [String]
    /// The styles, without trailing default styles.
    private(set) var styles: [String]
    let layout: String?
    let font: String?
    let background: String?
    /// True if marks such as `*bold*` are kept as text.
    let isPlain: Bool
    private(set) var fileExtension: String
    /// True if the response redirects to the picture instead of containing its URL.
    let redirects: Bool

    /// - Parameters:
    ///   - body: the bytes of a form or of JSON.
    ///   - contentType: the value of the header; all types except form types are read as JSON.
    /// - Throws: `HTTPError` with status 400.
    init(_ body: [UInt8], contentType: String) throws(HTTPError) {
        switch contentType.prefix(while: { $0 != ";" }).trimmingSpaces().lowercased() {
        case "application/x-www-form-urlencoded": self.init(try QueryItems(String(decoding: body, as: UTF8.self)))
        case "multipart/form-data":
            var form = try MultipartForm(contentType: contentType)
            try form.read(body)
            try form.finish()
            self.init(try form.fields())
        default: self.init(try Self.fields(ofJSON: body))
        }
    }

    /// Returns the path and query of the meme's URL.
    func target(_ template: String) -> String {
        let known = ImageFormat.writableExtensions
        let wanted = fileExtension.isEmpty ? background.map(Self.fileExtension(of:)) ?? "" : fileExtension
        let address = MemeAddress(
            template: template, lines: lines, fileExtension: known.contains(wanted) ? wanted : "png")
        let parameters = [
            ("background", template == MemeCatalog.custom ? background : nil),
            ("style", styles.isEmpty ? nil : styles.joined(separator: ",")), ("layout", layout), ("font", font),
            ("plain", isPlain ? "true" : nil), ("status", redirects ? "201" : nil),
        ]
        let items = parameters.compactMap { name, value in
            value.flatMap { $0.isEmpty || $0 == "default" ? nil : "\(name)=\(Self.encoded($0))" }
        }
        return address.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Encodes a value for a query. As in memegen, picture URLs stay legible.
    private static func encoded(_ value: String) -> String {
        PercentEncoding.encode(value).replacing("%3A", with: ":").replacing("%2F", with: "/")
            .replacing("%2C", with: ",")
    }

    /// Returns the file extension of a URL, ignoring its query; empty if there is none.
    private static func fileExtension(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last ?? ""
        return name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
    }

    private init(_ fields: QueryItems) {
        func list(_ names: String...) -> [String] {
            names.map(fields.all).first { !$0.isEmpty } ?? []
        }
        template = fields["template_id"]
        // As in memegen, a single slash means an empty line.
        lines = list("text[]", "text", "text_lines[]", "text_lines").map { $0 == "/" ? "" : $0 }
        styles = list("style[]", "style", "overlay").map { $0.allSatisfy(\.isWhitespace) ? "default" : $0 }
        while styles.last == "default" { styles.removeLast() }
        (layout, font) = (fields["layout"], fields["font"])
        background = fields["background"] ?? fields["image_url"]
        fileExtension = fields["extension"]?.lowercased() ?? ""
        isPlain = fields["plain"].map(MemegenParameters.isTrue) ?? false
        redirects = fields["redirect"].map { !["0", "false", "no"].contains($0.lowercased()) } ?? false
        if styles == ["animated"] {
            styles = []
            if !MemegenParameters.animatedExtensions.contains(fileExtension) { fileExtension = "gif" }
        }
    }

    /// Returns the members of a JSON object as query items, one for each element of an array.
    private static func fields(ofJSON body: [UInt8]) throws(HTTPError) -> QueryItems {
        guard !body.isEmpty else { return QueryItems() }
        guard let value = try? body.withUnsafeBytes({ try JSONValue(parsing: $0) }), let members = value.members else {
            throw .badRequest(
                "The body is not a JSON object with texts, such as {\"template_id\": \"…\", \"text\": [\"…\"]}.")
        }
        var items: [(name: String, value: String)] = []
        for member in members {
            for element in member.value.elements ?? [member.value] {
                switch element {
                case .null: continue
                case .scalar(let number): items.append((member.name, element.string ?? number))
                case .array, .object:
                    throw .badRequest("\"\(member.name.prefix(80))\" is neither a string nor a list of strings.")
                }
            }
        }
        return QueryItems(items)
    }
}

extension MemegenRequest {
    /// The schema of a body that contains the template.
    static let schema = Schema.record(values.merging(template) { first, _ in first }, required: ["template_id"])
    /// The schema of a body for a path that contains the template.
    static let templateSchema = Schema.record(values, required: [])
    /// The schema of a body that contains the base image.
    static let customSchema = Schema.record(
        values.merging(["background": Schema.text("The base image.")]) { first, _ in first },
        required: ["background"])

    private static let template: [NameKey: JSONValue] = [
        "template_id": Schema.text("A template id from /templates.").adding(["examples": ["verdict"]])
    ]
    private static let texts: JSONValue = ["anyOf": [Schema.strings, Schema.string]]
    /// The members of bodies. memegen's other names for `text` are read but not described, because generated clients would give all of them
    /// the same identifier.
    private static let values: [NameKey: JSONValue] = [
        "text": texts.adding(["examples": [["No", "Yes"]]]).described("The lines as plain text, without encoding."),
        "redirect": Schema.option.described("Redirect to the picture."),
        "font": Schema.text("The id or alias of a font from /fonts."),
        "style": texts.described(
            "URLs of overlays, or animated for a GIF whose lines appear one after the other."),
        "plain": Schema.option
            .described("Draw the markup for *bold*, _slanted_ and [gold]colored[/] text as typed."),
        "layout": Schema.choice(["default", "top"]),
        "extension": Schema.choice(ImageFormat.writableExtensions),
    ]
}
