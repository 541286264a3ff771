internal import PostcardMemes
internal import PostcardImaging

/// `{"width": 800, "height": 600, "fit": "cover"}`; one side alone leaves the other free.
struct ResizeRequest: Decodable, Sendable {
    enum Fit: String, Decodable { case inside, cover, pad, exact }

    var width: Int?
    var height: Int?
    var fit: Fit?
    /// For cover: `"detail"`, or the point to keep as `[x, y]` from 0 to 1.
    var focus: FocusRequest?
    /// For pad; black when it is left out.
    var background: Color?
    var enlarge: Bool?

    private enum CodingKeys: String, CodingKey { case width, height, fit, focus, background, enlarge }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        width = try container.decodeIfPresent(Int.self, forKey: .width)
        height = try container.decodeIfPresent(Int.self, forKey: .height)
        fit = try container.decodeIfPresent(Fit.self, forKey: .fit)
        focus = try container.decodeIfPresent(FocusRequest.self, forKey: .focus)
        background = try container.decodeIfPresent(Color.self, forKey: .background)
        enlarge = try container.decodeIfPresent(Bool.self, forKey: .enlarge)
        guard width != nil || height != nil, [width, height].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "A resize needs a width or a height above 0, or both."))
        }
    }

    /// `["800x600", "cover", …]`; `800x` and `x600` leave a side free.
    init?(words: [String]) {
        let texts = words[0].lowercased().split(separator: "x", omittingEmptySubsequences: false)
        let sides = texts.map { Int($0) }
        guard (1...2).contains(sides.count), sides.contains(where: { $0 != nil }),
            zip(texts, sides).allSatisfy({ $0.isEmpty || $1.map { $0 > 0 } ?? false })
        else { return nil }
        (width, height) = (sides[0], sides[sides.count - 1])
        for word in words.dropFirst() {
            if let fit = Fit(rawValue: word) {
                self.fit = fit
            } else if word == "enlarge" {
                enlarge = true
            } else if word == "detail" {
                focus = .detail
            } else if let color = Color(css: word) {
                background = color
            } else {
                return nil
            }
        }
    }

    var resize: Resize {
        // Whatever is left free does not bind: no picture has so many pixels on a side.
        let free = Int(Int32.max)
        let fit: Resize.Fit =
            switch self.fit ?? .inside {
            case .inside: .inside
            case .exact: .exact
            case .cover: .cover(focus?.focus ?? .center)
            case .pad: .pad(background ?? .black)
            }
        return Resize(
            into: PixelSize(width: width ?? free, height: height ?? free), fit: fit, enlarges: enlarge ?? false)
    }
}

/// `"detail"`, or `[x, y]`.
enum FocusRequest: Decodable, Sendable {
    case detail
    case point(x: Double, y: Double)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(String.self)) == "detail" {
            self = .detail
        } else if let point = try? container.decode([Double].self), point.count == 2 {
            self = .point(x: point[0], y: point[1])
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A focus is \"detail\" or a point [x, y] from 0 to 1.")
        }
    }

    var focus: Focus {
        switch self {
        case .detail: .detail
        case .point(let x, let y): .point(x: x, y: y)
        }
    }
}

/// `{"x": 0, "y": 0, "width": 100, "height": 100}`
struct CropRequest: Decodable, Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
}

/// `90`, or `{"degrees": 3, "background": "#ffffff"}`
struct RotateRequest: Decodable, Sendable {
    let edit: Edit

    private struct Parts: Decodable {
        let degrees: Double
        let background: Color?
    }

    init(from decoder: any Decoder) throws {
        if let degrees = try? decoder.singleValueContainer().decode(Double.self) {
            edit = .rotate(degrees: degrees)
        } else {
            let parts = try Parts(from: decoder)
            edit = .rotate(degrees: parts.degrees, fill: parts.background ?? .clear)
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
