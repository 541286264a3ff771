internal import PostcardImaging

extension EditRequest {
    /// Reads `name=value`, as people type it.
    ///
    ///     resize=800x600            inside of a box; one number for a square box
    ///     resize=800x600,cover      also: pad, exact, enlarge, detail (for cover), a colour (for pad)
    ///     crop=X,Y,WIDTH,HEIGHT     rotate=DEGREES[,COLOUR]     flip=horizontal|vertical
    ///     blur=SIGMA   sharpen=AMOUNT   grayscale   round=RADIUS   watermark=FILE[,OPACITY]
    ///     brightness=PERCENT   contrast=PERCENT   saturation=PERCENT   tint=RED,GREEN,BLUE (percents, -100 to 100)
    ///     negative   emboss   edges   mosaic=PIXELS   convolution=NINE,WEIGHTS,…[,DIVISOR[,OFFSET]]
    ///
    /// - Throws: `LibraryError` with code `invalidRecord` that says how the edit is written.
    public init(text: String) throws(LibraryError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let kind = Self.kind(named: parts.first ?? "", value: value, words: words) else {
            throw LibraryError(
                .invalidRecord,
                """
                “\(text)” is no edit. Write resize=800x600, crop=X,Y,WIDTH,HEIGHT, rotate=DEGREES, \
                flip=horizontal, flip=vertical, blur=SIGMA, sharpen=AMOUNT, grayscale, round=RADIUS, watermark=FILE, \
                brightness=PERCENT, contrast=PERCENT, saturation=PERCENT (each from -100 to 100), tint=RED,GREEN,BLUE, \
                negative, emboss, edges, mosaic=PIXELS or convolution=NINE,WEIGHTS.
                """)
        }
        self.init(kind)
    }

    private static func kind(named name: String, value: String, words: [String]) -> Kind? {
        func number(_ edit: (Double) -> Edit) -> Kind? {
            Double(value).flatMap { $0.isFinite && $0 >= 0 ? .edit(edit($0)) : nil }
        }
        switch name {
        case "resize": return ResizeRequest(words: words).map { .edit(.resize($0.resize)) }
        case "crop":
            let numbers = words.compactMap { Int($0) }
            guard numbers.count == 4, words.count == 4 else { return nil }
            return .edit(.crop(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])))
        case "rotate":
            guard let degrees = Double(words[0]), degrees.isFinite, words.count <= 2 else { return nil }
            guard words.count == 2 else { return .edit(.rotate(degrees: degrees)) }
            return Color(css: words[1]).map { .edit(.rotate(degrees: degrees, fill: $0)) }
        case "flip": return FlipRequest(rawValue: value).map { .edit($0.edit) }
        case "blur": return number { .blur(sigma: $0) }
        case "sharpen": return number { .sharpen(amount: $0) }
        case "grayscale": return value.isEmpty ? .edit(.grayscale) : nil
        case "round": return number { .roundCorners(radius: $0) }
        case "watermark":
            guard let file = words.first, !file.isEmpty else { return nil }
            guard words.count > 1 else { return .watermark(WatermarkRequest(picture: .path(value))) }
            guard words.count == 2, let opacity = Double(words[1]), 0...1 ~= opacity else { return nil }
            return .watermark(WatermarkRequest(picture: .path(file), opacity: opacity))
        default: return FilterRequest(name: name, words: value.isEmpty ? [] : words).map { .edit(.filter($0.filter)) }
        }
    }
}
