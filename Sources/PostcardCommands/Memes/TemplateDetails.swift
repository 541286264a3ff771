import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardMemes

/// The options for the title, keywords, credit and texts of a template.
struct TemplateDetails: ParsableArguments {
    @Option(help: "The template's title in lists.") var title: String?

    @Option(help: "A keyword for searches. Repeatable.") var keyword: [String] = []

    @Option(help: ArgumentHelp("Example texts, separated by |. Repeatable.", valueName: "text|text")) var example:
        [String] = []

    @Option(help: "The picture's author.") var credit: String?

    @Option(help: "The picture's license, for example CC-BY-4.0.") var license: String?

    @Option(help: "The picture's source.") var source: String?

    @OptionGroup(title: MemeLetteringOptions.title) var lettering: MemeLetteringOptions

    /// The maximum text size in a box from an option, if no option sets it.
    private static let maximumSize = TextSize.fraction(0.1)

    /// True if no option is given, ignoring the look of texts.
    var isEmpty: Bool {
        [title, credit, license, source].allSatisfy { $0 == nil } && keyword.isEmpty && example.isEmpty
            && lettering.box.isEmpty
    }

    /// Applies the options to a template. There is one text for each box.
    ///
    /// - Parameter size: the size of the template's picture.
    func apply(to template: inout Template, on size: PixelSize) throws {
        template.title = title ?? template.title
        if !keyword.isEmpty { template.keywords = keyword }
        template.credit = credit ?? template.credit
        template.license = license ?? template.license
        template.source = source ?? template.source
        try place(&template, on: size)
        if !example.isEmpty {
            template.examples = example.map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
            }
        }
        template.examples = template.examples.map { Array($0.prefix(template.slots.count)) }
    }

    private func place(_ template: inout Template, on size: PixelSize) throws {
        if !lettering.box.isEmpty {
            let slots = template.slots
            template.slots = lettering.box.indices.map { index in
                if slots.indices.contains(index) { return slots[index] }
                return MemeStyle.Slot("text \(index + 1)", (slots.last ?? MemeStyle.classic.slots[0]).caption)
            }
        }
        func captions(_ placement: MemeStyle.Slot.Placement) -> [Caption] {
            template.slots.filter { $0.placement == placement }.map(\.caption)
        }
        var meme = Meme(captions: captions(.picture), above: captions(.above), below: captions(.below))
        meme.usesUniformTextSize = template.usesUniformTextSize
        try lettering.apply(to: &meme, on: size)
        try require(meme.effect == nil, "A template has no effect on the picture. Use the effect when you make a meme.")
        template.usesUniformTextSize = meme.usesUniformTextSize
        for index in template.slots.indices {
            let list: WritableKeyPath<Meme, [Caption]> =
                switch template.slots[index].placement {
                case .above: \.above
                case .picture: \.captions
                case .below: \.below
                }
            var caption = meme[keyPath: list].removeFirst()
            let isNew = lettering.textSize.isEmpty && !lettering.box.isEmpty
            if isNew, caption.maximumSize == .fraction(1) { caption.maximumSize = Self.maximumSize }
            template.slots[index].caption = caption
        }
    }
}
