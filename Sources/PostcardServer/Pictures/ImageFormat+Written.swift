internal import PostcardImaging

extension ImageFormat {
    /// The formats that results are written in.
    static let written: [ImageFormat] = [.jpeg, .png, .webp, .gif, .avif]
    /// Their extensions.
    static let writtenExtensions = ["jpg", "jpeg", "png", "webp", "gif", "avif"]
}
