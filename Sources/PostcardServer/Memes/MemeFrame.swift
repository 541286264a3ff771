internal import PostcardImaging

/// How large a meme becomes.
struct MemeFrame: Sendable, Equatable {
    /// The box that memegen fits its pictures in when nobody says otherwise.
    private static let usual = PixelSize(width: 600, height: 600)

    /// How the picture beneath is scaled before words are drawn on it; nil when it is not.
    let resize: Resize?
    /// The exact size of the result; nil when that is what the picture comes to.
    let box: PixelSize?

    /// As memegen has it: with both sides, what the picture leaves free of the box is filled; with one, the other follows.
    init(width: Int?, height: Int?) {
        let free = Int(Int32.max)
        let isUsual = width == nil && height == nil
        resize = Resize(
            into: isUsual ? Self.usual : PixelSize(width: width ?? free, height: height ?? free), enlarges: true)
        box = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
    }

    /// As `postcard meme --size` has it: no larger than the box, or as large as the picture.
    init(fitting size: PixelSize?) {
        resize = size.map { Resize(into: $0) }
        box = nil
    }

    func size(for size: PixelSize) -> PixelSize { resize?.size(for: size) ?? size }
}
