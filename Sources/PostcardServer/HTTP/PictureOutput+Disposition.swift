import PostcardCore
import PostcardImaging

extension PictureOutput {
    /// `Content-Disposition` of RFC 6266; `nil` where nothing is said of it.
    func disposition(_ format: ImageFormat) -> String? {
        guard fileName != nil || isAttachment else { return nil }
        let kind = isAttachment ? "attachment" : "inline"
        guard let fileName else { return kind }
        let name = "\(fileName).\(format.fileExtension)"
        let plain = String(name.map { $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\"" && $0 != "\\" ? $0 : "_" })
        guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}
