internal import HTTPTypes
internal import PostcardMemes

/// Chooses the template for a text, as memegen's `/images/automatic` does, always the same one for the same text.
struct TemplateChoice: Sendable {
    /// The weight of names and keywords, which say more of a template than its examples do.
    private static let nameWeight = 3

    private let templates: [(template: Template, names: WordSet, examples: WordSet)]

    /// - Parameter templates: in the order in which they are preferred when nothing tells them apart.
    init(_ templates: [Template]) {
        self.templates = templates.filter(\.allowsDerivatives).map { template in
            let slots = template.slots.map(\.caption.text)
            return (
                template, WordSet([template.name, template.title] + template.keywords),
                WordSet(template.examples.joined() + slots)
            )
        }
    }

    /// The template that has most to do with a text, and of several the one with as many places as the text has parts.
    ///
    /// - Returns: `nil` only when there are none.
    func template(for text: TextParts) -> Template? {
        let words = WordSet([text.text])
        let parts = text.count
        func score(_ index: Int) -> (words: Int, fit: Int) {
            let entry = templates[index]
            let shared =
                words.shared(with: entry.names) * Self.nameWeight + words.shared(with: entry.examples)
            return (shared, -abs(Self.places(entry.template).count - parts))
        }
        var best: (template: Template, score: (words: Int, fit: Int))?
        for index in templates.indices {
            let score = score(index)
            if best.map({ score > $0.score }) ?? true { best = (templates[index].template, score) }
        }
        return best?.template
    }

    /// Chooses the template for an order and puts the words on its places.
    ///
    /// - Returns: the name of the template.
    /// - Throws: `HTTPError` with status 400 for an order without words, 422 for one with too many.
    static func choose(for order: inout MemegenRequest, among templates: [Template]) throws(HTTPError) -> String {
        let text = TextParts(order.lines.joined(separator: "\n"))
        guard !text.text.isEmpty else { throw HTTPError.badRequest("\"text\" is required.") }
        guard text.text.utf8.count <= TextParts.maximumBytes else {
            throw HTTPError.unprocessable("The text has more than \(TextParts.maximumBytes) bytes.")
        }
        guard let template = Self(templates).template(for: text) else {
            throw HTTPError(.notFound, "There are no templates.")
        }
        order.lines = lines(of: text, on: template)
        return template.name
    }

    /// The lines of a meme with the text on its places; those that have words of their own keep them.
    static func lines(of text: TextParts, on template: Template) -> [String] {
        let places = places(template)
        var lines = [String](repeating: "", count: template.slots.count)
        for (place, part) in zip(places, text.divided(into: places.count)) { lines[place] = part }
        return lines
    }

    /// The places for words, by their numbers.
    private static func places(_ template: Template) -> [Int] {
        let free = template.slots.indices.filter { template.slots[$0].caption.text.isEmpty }
        return free.isEmpty ? Array(template.slots.indices) : free
    }
}
