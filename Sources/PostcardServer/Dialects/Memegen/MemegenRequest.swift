import HTTPTypes
import PostcardCore
import PostcardImaging

/// The body of a request for the address of a meme in memegen's scheme: JSON or a form. As there, lists may have `[]` behind their
/// names in both.
struct MemegenRequest: Sendable {
    /// Nil when none was named.
    let template: String?
    let lines: [String]
    /// Without empty ones at the end.
    private(set) var styles: [String]
    let layout: String?
    let font: String?
    let background: String?
    /// `true` if the signs of marks in lines are kept.
    let isPlain: Bool
    private(set) var fileExtension: String
    /// `true` if the response redirects to the picture instead of giving its address.
    let redirects: Bool

    /// - Parameters:
    ///   - body: a form, or JSON.
    ///   - contentType: the field of the header; what is no form is JSON, whatever it is called.
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

    /// The path and parameters of the meme.
    func target(_ template: String) -> String {
        let known = ImageFormat.writableExtensions
        let wanted = fileExtension.isEmpty ? background.map(Self.fileExtension(of:)) ?? "" : fileExtension
        let address = MemeAddress(
            template: template, lines: lines, fileExtension: known.contains(wanted) ? wanted : "png")
        let parameters = [
            ("background", template == MemeCatalogue.custom ? background : nil),
            ("style", styles.isEmpty ? nil : styles.joined(separator: ",")), ("layout", layout), ("font", font),
            ("plain", isPlain ? "true" : nil), ("status", redirects ? "201" : nil),
        ]
        let items = parameters.compactMap { name, value in
            value.flatMap { $0.isEmpty || $0 == "default" ? nil : "\(name)=\(Self.encoded($0))" }
        }
        return address.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// A value of a query, in which the addresses of pictures stay legible as they are in memegen's.
    private static func encoded(_ value: String) -> String {
        PercentEncoding.encode(value).replacing("%3A", with: ":").replacing("%2F", with: "/")
            .replacing("%2C", with: ",")
    }

    /// The part behind the last dot of an address without its query.
    private static func fileExtension(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last ?? ""
        return name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
    }

    private init(_ fields: QueryItems) {
        func list(_ names: String...) -> [String] {
            names.map(fields.all).first { !$0.isEmpty } ?? []
        }
        template = fields["template_id"]
        // A slash alone stands for an empty line there.
        lines = list("text[]", "text", "text_lines[]", "text_lines").map { $0 == "/" ? "" : $0 }
        styles = list("style[]", "style", "overlay").map { $0.allSatisfy(\.isWhitespace) ? "default" : $0 }
        while styles.last == "default" { styles.removeLast() }
        (layout, font) = (fields["layout"], fields["font"])
        background = fields["background"] ?? fields["image_url"]
        fileExtension = fields["extension"] ?? ""
        isPlain = fields["plain"].map(MemegenParameters.isTrue) ?? false
        redirects = fields["redirect"].map { !["0", "false", "no"].contains($0.lowercased()) } ?? false
        if styles == ["animated"] {
            styles = []
            if !MemegenParameters.movingExtensions.contains(fileExtension) { fileExtension = "gif" }
        }
    }

    /// The members of an object, of an array all of its elements.
    private static func fields(ofJSON body: [UInt8]) throws(HTTPError) -> QueryItems {
        guard !body.isEmpty else { return QueryItems() }
        guard let value = try? body.withUnsafeBytes({ try JSONValue(parsing: $0) }), let members = value.members else {
            throw .badRequest(
                "The body is not a JSON object with texts, as in {\"template_id\": \"…\", \"text\": [\"…\"]}.")
        }
        var items: [(name: String, value: String)] = []
        for member in members {
            for element in member.value.elements ?? [member.value] {
                switch element {
                case .null: continue
                case .scalar(let number): items.append((member.name, element.string ?? number))
                case .array, .object:
                    throw .badRequest("\"\(member.name.prefix(80))\" is neither a text nor a list of texts.")
                }
            }
        }
        return QueryItems(items)
    }
}

extension MemegenRequest {
    /// The schema of a body that names the template, when the address does not.
    static let schema = Schema.record(values.merging(template) { first, _ in first }, required: ["template_id"])
    /// The schema of a body when the address names the template.
    static let templateSchema = Schema.record(values, required: [])
    /// The schema of a body with an own base image.
    static let customSchema = Schema.record(
        values.merging(["background": Schema.text("The picture beneath.")]) { first, _ in first },
        required: ["background"])

    private static let template = [
        "template_id": Schema.text("An id of /templates.").adding(["examples": ["verdict"]])
    ]
    private static let texts: JSONValue = ["anyOf": [Schema.strings, Schema.string]]
    /// memegen's other names of `text`, which are taken too, would be one name in clients that are made of the description.
    private static let values: [String: JSONValue] = [
        "text": texts.adding(["examples": [["No", "Yes"]]]).described("The lines, as they are to be read."),
        "redirect": Schema.option.described("Whether the answer leads to the picture."),
        "font": Schema.text("An id or alias of /fonts."),
        "style": texts.described(
            "Addresses of pictures to lay on it; animated for a GIF whose lines appear one after the other."),
        "plain": Schema.option
            .described("Whether the signs of *bold*, _slanted_ and [gold]coloured[/] words are kept."),
        "layout": Schema.choice(["default", "top"]),
        "extension": Schema.choice(ImageFormat.writableExtensions),
    ]
}
