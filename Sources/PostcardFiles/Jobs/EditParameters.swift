import PostcardImaging
import PostcardMemes

/// `{"width": 800, "height": 600, "fit": "cover"}`; one side alone leaves the other free.
struct ResizeRequest: Decodable, Sendable {
    let resize: Resize

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case width, height, fit, focus, background, enlarge
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownNames(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let width = try container.decodeIfPresent(Int.self, forKey: .width)
        let height = try container.decodeIfPresent(Int.self, forKey: .height)
        guard width != nil || height != nil, [width, height].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "A resize needs a width or a height above 0, or both."))
        }
        let fit = Resize.Fit(
            try container.decodeIfPresent(Resize.Fit.Name.self, forKey: .fit) ?? .inside,
            focus: try container.decodeIfPresent(Focus.self, forKey: .focus) ?? .center,
            background: try container.decodeIfPresent(Color.self, forKey: .background) ?? .black)
        resize = ResizeBox(width: width, height: height)
            .resize(fit, enlarges: try container.decodeIfPresent(Bool.self, forKey: .enlarge) ?? false)
    }

    /// `["800x600", "cover", …]`; `800x` and `x600` leave a side free, and `50%` stands alone.
    init?(words: [String]) {
        guard let box = ResizeBox(words[0], maximumSide: .max), box.percent == nil || words.count == 1 else {
            return nil
        }
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
        resize = box.resize(Resize.Fit(fit, focus: focus, background: background), enlarges: enlarges)
    }
}

/// `{"x": 0, "y": 0, "width": 100, "height": 100}`
struct CropRequest: Decodable, Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

    private enum CodingKeys: String, CodingKey, CaseIterable { case x, y, width, height }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownNames(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        x = try container.decode(Int.self, forKey: .x)
        y = try container.decode(Int.self, forKey: .y)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
    }
}

/// `90`, or `{"degrees": 3, "background": "#ffffff"}`
struct RotateRequest: Decodable, Sendable {
    let edit: Edit

    private enum CodingKeys: String, CodingKey, CaseIterable { case degrees, background }

    init(from decoder: any Decoder) throws {
        if let degrees = try? decoder.singleValueContainer().decode(Double.self) {
            edit = .rotate(degrees: degrees)
        } else {
            try decoder.refuseUnknownNames(CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            edit = .rotate(
                degrees: try container.decode(Double.self, forKey: .degrees),
                fill: try container.decodeIfPresent(Color.self, forKey: .background) ?? .clear)
        }
    }
}

/// `"horizontal"` or `"vertical"`
enum FlipRequest: String, Decodable, Sendable {
    case horizontal, vertical

    var edit: Edit { self == .horizontal ? .flipHorizontally : .flipVertically }
}

/// `{"picture": "logo.png", "x": 1, "y": 1, "margin": 0.02, "share": 0.25, "opacity": 0.5}`
struct WatermarkRequest: Decodable, Sendable {
    let picture: PictureJob.Input
    var x: Double?
    var y: Double?
    var margin: Double?
    var share: Double?
    var opacity: Double?

    private enum CodingKeys: String, CodingKey, CaseIterable { case picture, x, y, margin, share, opacity }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownNames(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        picture = try container.decode(PictureJob.Input.self, forKey: .picture)
        x = try container.decodeIfPresent(Double.self, forKey: .x)
        y = try container.decodeIfPresent(Double.self, forKey: .y)
        margin = try container.decodeIfPresent(Double.self, forKey: .margin)
        share = try container.decodeIfPresent(Double.self, forKey: .share)
        opacity = try container.decodeIfPresent(Double.self, forKey: .opacity)
    }

    init(picture: PictureJob.Input, opacity: Double? = nil) {
        self.picture = picture
        self.opacity = opacity
    }

    func watermark(_ image: Image) -> Watermark {
        var mark = Watermark(image)
        mark.x = x ?? mark.x
        mark.y = y ?? mark.y
        mark.margin = margin ?? mark.margin
        mark.share = share ?? mark.share
        mark.opacity = opacity ?? mark.opacity
        return mark
    }
}
