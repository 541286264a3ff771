import PostcardCore
package import PostcardDisk
import PostcardImaging
package import SystemPackage

extension EditRequest {
    /// Reads `name=value`, as people type it.
    ///
    ///     resize=800x600            inside of a box; one number for a square box; 800x and x600 leave a side free
    ///     resize=50%                half as wide and high
    ///     resize=800x600,cover      also: pad, exact, enlarge, detail (for cover), a colour (for pad)
    ///     crop=X,Y,WIDTH,HEIGHT     or WIDTHxHEIGHT+X+Y, as ImageMagick has it
    ///     rotate=DEGREES[,COLOUR]   flip=horizontal|vertical
    ///     blur=SIGMA   sharpen=AMOUNT   grayscale   round=RADIUS   watermark=FILE[,OPACITY]
    ///     brightness=PERCENT   contrast=PERCENT   saturation=PERCENT   tint=RED,GREEN,BLUE (percents, -100 to 100)
    ///     negative   emboss   edges   mosaic=PIXELS   convolution=NINE,WEIGHTS,…[,DIVISOR[,OFFSET]]
    ///
    /// - Parameters:
    ///   - path: returns the path that the text of a watermark's file names; not asked about addresses.
    /// - Throws: `LibraryError` with code `invalidRecord` that says how the edit is written.
    package init(text: String, path: (String) -> FilePath = { FilePath($0) }) throws(LibraryError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let kind = try Self.kind(named: parts.first ?? "", value: value, words: words, path: path) else {
            throw LibraryError(.invalidRecord, Self.explanation(of: text))
        }
        self.init(kind)
    }

    /// How edits are written that have a value.
    private static let forms = [
        "resize": "resize=800x600, resize=800 or resize=50%", "crop": "crop=X,Y,WIDTH,HEIGHT",
        "rotate": "rotate=DEGREES",
        "flip": "flip=horizontal or flip=vertical", "blur": "blur=SIGMA", "sharpen": "sharpen=AMOUNT",
        "round": "round=RADIUS", "watermark": "watermark=FILE or watermark=FILE,OPACITY",
        "brightness": "brightness=PERCENT, from -100 to 100", "contrast": "contrast=PERCENT, from -100 to 100",
        "saturation": "saturation=PERCENT, from -100 to 100", "tint": "tint=RED,GREEN,BLUE, each from -100 to 100",
        "mosaic": "mosaic=PIXELS", "convolution": "convolution=NINE,WEIGHTS", "grayscale": "grayscale",
        "negative": "negative", "emboss": "emboss", "edges": "edges",
    ]

    private static func explanation(of text: String) -> String {
        let name = String(text.prefix { $0 != "=" })
        if let form = forms[name] { return "“\(text)” is no \(name); write \(form)." }
        let names = forms.keys.sorted()
        let near = Spelling.nearest(to: name, of: names).map { "Did you mean \($0)?" }
        return "“\(text)” is no edit. \(near ?? "There are \(names.joined(separator: ", ")).")"
    }

    private static func kind(
        named name: String, value: String, words: [String], path: (String) -> FilePath
    ) throws(LibraryError) -> Kind? {
        func number(_ range: ClosedRange<Double>, _ edit: (Double) -> Edit) throws(LibraryError) -> Kind? {
            guard let number = Double(value) else { return nil }
            guard range.contains(number) else {
                throw LibraryError(.invalidRecord, "\(name)=\(value) is out of range: \(range.words).")
            }
            return .edit(edit(number))
        }
        switch name {
        case "resize": return ResizeRequest(words: words).map { .edit(.resize($0.resize)) }
        case "crop":
            if let geometry = value.wholeMatch(of: /([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+)/) {
                guard let width = Int(geometry.1), let height = Int(geometry.2), let x = Int(geometry.3),
                    let y = Int(geometry.4)
                else { return nil }
                return .edit(.crop(PixelRect(x: x, y: y, width: width, height: height)))
            }
            let numbers = words.compactMap { Int($0) }
            guard numbers.count == 4, words.count == 4 else { return nil }
            return .edit(.crop(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])))
        case "rotate":
            guard let degrees = Double(words[0]), degrees.isFinite, words.count <= 2 else { return nil }
            guard words.count == 2 else { return .edit(.rotate(degrees: degrees)) }
            return Color(css: words[1]).map { .edit(.rotate(degrees: degrees, fill: $0)) }
        case "flip": return FlipRequest(rawValue: value).map { .edit($0.edit) }
        case "blur": return try number(EditRange.blur) { .blur(sigma: $0) }
        case "sharpen": return try number(EditRange.sharpen) { .sharpen(amount: $0) }
        case "grayscale": return value.isEmpty ? .edit(.grayscale) : nil
        case "round": return try number(EditRange.round) { .roundCorners(radius: $0) }
        case "watermark":
            // A comma may be part of the name of a file.
            let last = words.count > 1 ? words.last.flatMap { Double($0) } : nil
            let file = last == nil ? value : words.dropLast().joined(separator: ",")
            guard !file.isEmpty, last.map({ 0...1 ~= $0 }) ?? true else { return nil }
            let picture = PictureSource.isAddress(file) ? PictureJob.Input.url(file) : .path(path(file))
            return .watermark(WatermarkRequest(picture: picture, opacity: last))
        default: return FilterRequest(name: name, words: value.isEmpty ? [] : words).map { .edit(.filter($0.filter)) }
        }
    }
}

/// The numbers that edits take.
enum EditRange {
    /// Standard deviations in pixels.
    static let blur = 0.0...250.0
    static let sharpen = 0.0...100.0
    /// Pixels.
    static let round = 0.0...1_000_000.0
}

extension ClosedRange<Double> {
    /// Both ends, as messages have them.
    var words: String { "it goes from \(Int(lowerBound)) to \(Int(upperBound))" }
}
