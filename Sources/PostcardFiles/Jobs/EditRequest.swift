import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import PostcardMemes

/// An edit in a job or a command, before its pictures and fonts have been read.
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
                    ? "Unknown operation \(names[0].stringValue). Known operations: \(known)."
                    : "An operation is an object with exactly one of these names: \(known).")
        }
        self = try notation.decode(members.superDecoder(forKey: names[0]))
    }
}

extension EditRequest {
    /// Parses `name=value`; see ``EditNotation/help``.
    ///
    /// - Throws: `FileError` with code `invalidRecord`, whose message shows the correct notation.
    package init(text: String) throws(FileError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, value) = (parts[0], parts.count > 1 ? parts[1] : "")
        let notations = EditNotation.all.filter { $0.form != nil }
        guard let notation = notations.first(where: { $0.word == name }), let form = notation.form else {
            let names = notations.map(\.word).sorted()
            let near = Spelling.nearest(to: name, of: names).map { "Did you mean \($0)?" }
            throw FileError(
                .invalidRecord,
                "Unknown edit “\(text)”. \(near ?? "Known edits: \(names.joined(separator: ", ")).")")
        }
        if let range = notation.range, let number = Double(value), !range.contains(number) {
            throw FileError(.invalidRecord, "\(name)=\(value) is out of range: \(range.words).")
        }
        let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let request = notation.parse(value.isEmpty ? [] : words) else {
            throw FileError(.invalidRecord, "Invalid edit “\(text)”. Write \(form).")
        }
        self = request
    }
}

extension [EditRequest] {
    /// Returns the edits, with the watermark pictures. Memes are omitted.
    ///
    /// - Throws: `ImageError` or `FileError` for an unreadable watermark.
    package func edits(
        limits: DecodingLimits, fetch: PictureSource.Fetch = PictureSource.refuseURL
    ) async throws -> [Edit] {
        var edits: [Edit] = []
        for request in self {
            switch request {
            case .edit(let edit): edits.append(edit)
            case .watermark(let request):
                let mark = try await request.watermark(limits: limits, cache: WatermarkCache(), fetch: fetch)
                edits.append(.watermark(mark))
            case .meme: continue
            }
        }
        return edits
    }
}
