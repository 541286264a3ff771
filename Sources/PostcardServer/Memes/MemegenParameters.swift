internal import PostcardImaging
internal import PostcardMemes

/// The query parameters of memegen's scheme.
struct MemegenParameters: Sendable {
    /// memegen's own bounds for the sides of results.
    static let minimumSide = 10
    static let maximumSide = 20_000

    /// Names of styles, or addresses of pictures to lay on the picture, in the order of their places.
    var styles: [String] = []
    var font: CaptionFont?
    var fill: Color?
    /// The outer optional is `nil` where nothing is said, the inner one for no outline.
    var outline: Color??
    /// `true` if all lines stand at the top.
    var isTop = false
    var width: Int?
    var height: Int?
    /// The middle of overlays without a place of their own, in fractions of the base image.
    var center = UnitPoint(x: 0.5, y: 0.5)
    /// Their size in fractions of the base image.
    var scale = 0.25

    init() {}

    init(_ items: QueryItems, fonts: MemeFonts) throws(HTTPError) {
        styles = items.all("style").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0.trimmingSpaces()) }
        if let name = items["font"] { font = try fonts.font(named: name) }
        if let colors = items["color"] { try read(colors: colors) }
        switch items["layout"] {
        case nil, "default": break
        case "top": isTop = true
        case .some(let name): throw .unprocessable("There is no layout \"\(name.prefix(80))\"; take default or top.")
        }
        width = try Self.side("width", items)
        height = try Self.side("height", items)
        if let text = items["center"] { center = try Self.point(text) }
        if let text = items["scale"] {
            guard let number = Double(text), 0.01...4 ~= number else {
                throw .unprocessable("scale is \"\(text.prefix(80))\"; it goes from 0.01 to 4.")
            }
            scale = number
        }
    }

    /// The values that are read of a query, for the cache key: of most parameters the first value, of styles all.
    static func fields(of items: QueryItems) -> [String] {
        parameters.map { $0.name == "style" ? items.all($0.name).joined(separator: ",") : items[$0.name] ?? "" }
    }

    func apply(to caption: inout Caption) {
        if let font { caption.font = font }
        if let fill { caption.fill = fill }
        guard let outline else { return }
        caption.outline = outline.map {
            Caption.Outline(color: $0, width: caption.outline?.width ?? Caption.Outline().width)
        }
    }

    /// `text,outline`.
    private mutating func read(colors: String) throws(HTTPError) {
        let names = colors.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard names.count <= 2 else { throw .unprocessable("color takes two colours, of the text and of its outline.") }
        if let name = names.first, !name.isEmpty { fill = try Self.color(name) }
        if names.count == 2, !names[1].isEmpty {
            let color = try Self.color(names[1])
            outline = .some(color.alpha == 0 ? nil : color)
        }
    }

    private static func color(_ name: Substring) throws(HTTPError) -> Color {
        guard let color = Color(thumbor: String(name)) else {
            throw .unprocessable(
                "\"\(name.prefix(80))\" is no colour; take ff8800, f80, or one of the sixteen names of HTML 4.")
        }
        return color
    }

    private static func side(_ name: String, _ items: QueryItems) throws(HTTPError) -> Int? {
        guard let text = items[name], text != "0" else { return nil }
        guard let side = Int(text), minimumSide...maximumSide ~= side else {
            throw .unprocessable(
                "\(name) is \"\(text.prefix(80))\"; it goes from \(minimumSide) to \(maximumSide).")
        }
        return side
    }

    private static func point(_ text: String) throws(HTTPError) -> UnitPoint {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0...1 ~= x, 0...1 ~= y else {
            throw .unprocessable("center is \"\(text.prefix(80))\"; it is x,y, each from 0 to 1.")
        }
        return UnitPoint(x: x, y: y)
    }
}
