import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import PostcardMemes
import SystemPackage

/// An edit in a job or a command, before its pictures and fonts are read.
package enum EditRequest: Sendable {
    case edit(Edit)
    case watermark(WatermarkRequest)
    case meme(Meme)
}

extension EditRequest: Decodable {
    /// Decodes an object with one edit, such as `{"rotate": 90}`.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyName.self)
        let names = members.allKeys
        guard names.count == 1, let notation = EditNotation.all.first(where: { $0.name == names[0].stringValue }) else {
            let known = EditNotation.all.map(\.name).joined(separator: ", ")
            throw decoder.refusal(
                names.count == 1
                    ? "There is no operation \(names[0].stringValue); there are \(known)."
                    : "An operation is an object with one name in it: \(known).")
        }
        self = try notation.decode(members.superDecoder(forKey: names[0]))
    }
}

extension EditRequest {
    /// Parses `name=value`; see ``EditNotation/help``.
    ///
    /// - Throws: `LibraryError` with code `invalidRecord`, whose message shows the right notation.
    package init(text: String) throws(LibraryError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, value) = (parts[0], parts.count > 1 ? parts[1] : "")
        let notations = EditNotation.all.filter { $0.form != nil }
        guard let notation = notations.first(where: { $0.word == name }), let form = notation.form else {
            let names = notations.map(\.word).sorted()
            let near = Spelling.nearest(to: name, of: names).map { "Did you mean \($0)?" }
            throw LibraryError(
                .invalidRecord,
                "“\(text)” is no edit. \(near ?? "There are \(names.joined(separator: ", ")).")")
        }
        if let range = notation.range, let number = Double(value), !range.contains(number) {
            throw LibraryError(.invalidRecord, "\(name)=\(value) is out of range: \(range.words).")
        }
        let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let request = notation.parse(value.isEmpty ? [] : words) else {
            throw LibraryError(.invalidRecord, "“\(text)” is no \(name); write \(form).")
        }
        self = request
    }

    /// Reads the picture of a watermark or the fonts of a meme, and returns the complete step.
    ///
    /// - Throws: `ImageError`, `MemeError`, or `LibraryError` for a file that cannot be read.
    func step(
        limits: DecodingLimits, watermarks: WatermarkCache = WatermarkCache(), fetch: PictureSource.Fetch
    ) async throws -> PictureStep {
        switch self {
        case .edit(let edit): return .edit(edit)
        case .meme(var meme):
            try meme.readFontFiles()
            return .meme(meme)
        case .watermark(let watermark):
            let bytes = try await watermark.picture.bytes(maximumBytes: limits.bytes, fetch: fetch)
            let image = try watermarks.image(of: bytes, limits: limits)
            return .edit(.watermark(watermark.watermark(image)))
        }
    }
}

extension [EditRequest] {
    /// Returns the edits with the pictures of watermarks. Memes are left out.
    ///
    /// - Throws: `ImageError` or `LibraryError` for a watermark that cannot be read.
    package func edits(
        limits: DecodingLimits, fetch: PictureSource.Fetch = PictureSource.refuseAddress
    ) async throws -> [Edit] {
        var edits: [Edit] = []
        for request in self {
            if case .edit(let edit) = try await request.step(limits: limits, fetch: fetch) { edits.append(edit) }
        }
        return edits
    }
}

/// A watermark whose picture is not read yet.
///
///     {"picture": "logo.png", "x": 1, "y": 1, "margin": 0.02, "share": 0.25, "opacity": 0.5}
package struct WatermarkRequest: Decodable, Sendable {
    /// The source of the picture.
    package var picture: PictureJob.Input
    private(set) var opacity: Double?
    private var x, y, margin, share: Double?

    /// Decodes an object.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.members(["picture", "x", "y", "margin", "share", "opacity"])
        picture = try members.value("picture")
        (x, y) = (try members.optional("x"), try members.optional("y"))
        (margin, share) = (try members.optional("margin"), try members.optional("share"))
        opacity = try members.optional("opacity")
    }

    /// Parses `FILE` or `FILE,OPACITY`. The name of the file may contain commas.
    init?(words: [String]) {
        opacity = words.count > 1 ? words.last.flatMap { Double($0) } : nil
        let file = (opacity == nil ? words : words.dropLast()).joined(separator: ",")
        guard !file.isEmpty, opacity.map({ 0...1 ~= $0 }) ?? true else { return nil }
        picture = .source(PictureSource.isAddress(file) ? .address(file) : .file(FilePath(file)))
    }

    fileprivate func watermark(_ image: Image) -> Watermark {
        var mark = Watermark(image)
        mark.x = x ?? mark.x
        mark.y = y ?? mark.y
        mark.margin = margin ?? mark.margin
        mark.share = share ?? mark.share
        mark.opacity = opacity ?? mark.opacity
        return mark
    }
}
