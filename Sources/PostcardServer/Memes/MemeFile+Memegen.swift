import PostcardImaging
import PostcardMemes

extension MemeFile.Framing {
    /// The box that memegen fits its pictures in when nobody says otherwise.
    private static let usualBox = PixelSize(width: 600, height: 600)

    /// The sizes of memegen's scheme: with both sides, the rest of the box is filled; with one, the other follows.
    init(memegenWidth width: Int?, height: Int?) {
        let free = Int(Int32.max)
        let isUsual = width == nil && height == nil
        self.init(
            resize: Resize(
                into: isUsual ? Self.usualBox : PixelSize(width: width ?? free, height: height ?? free), enlarges: true),
            box: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } })
    }

    /// The size of the base image when captions are drawn on it, for a file of `size` pixels without a crop.
    func size(for size: PixelSize) -> PixelSize { resize?.size(for: size) ?? size }
}
