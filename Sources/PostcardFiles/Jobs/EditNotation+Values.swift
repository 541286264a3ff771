import PostcardImaging

extension Resize {
    /// Parses `["800x600", "cover", …]`. `800x` and `x600` specify only one side. No other words can follow `50%`.
    init?(words: [String]) {
        guard let first = words.first, let box = ResizeBox(first, maximumSide: .max),
            box.percent == nil || words.count == 1
        else { return nil }
        var (fit, focus, background, enlarges) = (Resize.Fit.Name.inside, Focus.center, Color.black, false)
        for word in words.dropFirst() {
            if let name = Resize.Fit.Name(rawValue: word) {
                fit = name
            } else if word == "enlarge" {
                enlarges = true
            } else if word == "detail" {
                focus = .detail
            } else if let color = Color(css: word) {
                background = color
            } else {
                return nil
            }
        }
        self = box.resize(Resize.Fit(fit, focus: focus, background: background), enlarges: enlarges)
    }

    /// Decodes `{"width": 800, "height": 600, "fit": "cover"}`. The picture's aspect ratio determines a missing side.
    init(job decoder: any Decoder) throws {
        let members = try decoder.members(["width", "height", "fit", "focus", "background", "enlarge"])
        let (width, height): (Int?, Int?) = (try members.optional("width"), try members.optional("height"))
        guard width != nil || height != nil, [width, height].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
            throw decoder.refusal("A resize needs a width or a height above 0, or both.")
        }
        let fit = Resize.Fit(
            try members.optional("fit") ?? .inside, focus: try members.optional("focus") ?? .center,
            background: try members.optional("background") ?? .black)
        self.init(
            into: ResizeBox(width: width, height: height).size, fit: fit,
            enlarges: try members.optional("enlarge") ?? false)
    }
}

extension PixelRect {
    /// Parses `["10", "20", "300", "400"]`, or `["300x400+10+20"]` in ImageMagick's notation.
    init?(words: [String]) {
        if let geometry = words.first?.wholeMatch(of: /([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+)/), words.count == 1 {
            guard let width = Int(geometry.1), let height = Int(geometry.2), let x = Int(geometry.3),
                let y = Int(geometry.4)
            else { return nil }
            self.init(x: x, y: y, width: width, height: height)
        } else {
            let numbers = words.compactMap { Int($0) }
            guard numbers.count == 4, words.count == 4 else { return nil }
            self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

extension ClosedRange<Double> {
    /// The bounds of the range, as part of a message.
    var words: String { "it must be between \(Int(lowerBound)) and \(Int(upperBound))" }
}
