/// The picture host of the stand-in for Wikimedia Commons.
struct CommonsStandInPictures {
    /// The widths of thumbnails. Others are rejected.
    static let widths = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]

    private static let folder = "/wikipedia/commons"

    let files: [CommonsStandInFile]

    /// Returns a name as it appears in URLs.
    static func underscored(_ name: String) -> String { name.split(separator: " ").joined(separator: "_") }

    /// Returns the path of the original file.
    static func path(of file: CommonsStandInFile) -> String { "\(folder)/a/ab/\(underscored(file.name))" }

    /// Returns the path of a thumbnail.
    static func path(of file: CommonsStandInFile, width: Int) -> String {
        let name = underscored(file.name)
        return "\(folder)/thumb/a/ab/\(name)/\(width)px-\(name)"
    }

    /// Returns the file at a path.
    func reply(to path: String) -> TestHTTPReply {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if let file = files.first(where: { Self.path(of: $0) == path }) {
            return picture(file, width: file.width, height: file.height)
        }
        guard path.hasPrefix("\(Self.folder)/thumb/"), let width = Int(name.prefix { $0.isNumber }),
            let file = files.first(where: { Self.path(of: $0, width: width) == path })
        else { return .text("File not found", status: 404) }
        guard Self.widths.contains(width), width < file.width else {
            return .text("Use thumbnail steps listed on https://w.wiki/GHai", contentType: "text/plain", status: 400)
        }
        return picture(file, width: width, height: (file.height * width + file.width / 2) / file.width)
    }

    private func picture(_ file: CommonsStandInFile, width: Int, height: Int) -> TestHTTPReply {
        TestHTTPReply(
            headers: [("Content-Type", file.mime)],
            body: FlickrJPEG.picture(width: width, height: height, seed: file.pageID))
    }
}
