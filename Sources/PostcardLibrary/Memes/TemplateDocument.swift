package import PostcardCore
package import PostcardImaging
package import PostcardMemes

/// A template with its files, as one JSON document: `template.json` with a member `files`, which contains a `data:` URL for each file name.
package struct TemplateDocument: Sendable {
    /// The maximum length of the JSON in bytes.
    package static let maximumBytes = 64 << 20

    package var template: Template
    /// The pictures and fonts by their names.
    package var files: [NameKey: [UInt8]]

    package init(template: Template, files: [NameKey: [UInt8]]) {
        (self.template, self.files) = (template, files)
    }

    /// Makes a template of a meme. Its captions become slots with their boxes and looks, and their texts an example.
    ///
    /// - Throws: `ImageError` for an overlay that is not a picture.
    package init(_ meme: Meme, on picture: [UInt8], as template: Template) throws(ImageError) {
        self.init(template: template, files: [NameKey(template.picture): picture])
        let captions =
            meme.above.map { ($0, MemeStyle.Slot.Placement.above) } + meme.captions.map { ($0, .picture) }
            + meme.below.map { ($0, .below) }
        self.template.examples = [captions.map(\.0.text)]
        self.template.slots = captions.enumerated().map { index, caption in
            var look = caption.0
            look.text = ""
            return MemeStyle.Slot("text \(index + 1)", look, on: caption.1)
        }
        (self.template.surround, self.template.shapes) = (meme.surround, meme.shapes)
        (self.template.usesUniformTextSize, self.template.overlays) = (meme.usesUniformTextSize, meme.overlays)
        for (index, overlay) in meme.overlays.enumerated() {
            guard case .bytes(let bytes)? = overlay.picture else { continue }
            let name = "overlay-\(index + 1).\(try ImageHeader(of: bytes).format.fileExtension)"
            self.template.overlays[index].picture = .named(name)
            files[name] = bytes
        }
    }

    /// Reads a document.
    ///
    /// - Parameter name: the name of the template; `nil` for the name in the document.
    /// - Throws: `MemeError` with code `invalidTemplate`.
    package init(json: JSONValue, named name: String? = nil) throws(MemeError) {
        var members = JSONValue.Member.values(json.members ?? [])
        if let name { members["name"] = .text(name) }
        var files: [NameKey: [UInt8]] = [:]
        for file in members.removeValue(forKey: "files")?.members ?? [] {
            guard case .bytes(let bytes)? = try? file.value.decode(OverlayPicture.self) else {
                throw MemeError(
                    .invalidTemplate,
                    "The file \"\(file.name.prefix(80))\" is not a data URL, such as data:image/png;base64,…")
            }
            files[file.name] = bytes
        }
        self.init(template: try Template(json: JSONValue(members).bytes), files: files)
    }

    /// The JSON.
    ///
    /// - Throws: `EncodingError`, which no valid template causes.
    package func json() throws -> JSONValue {
        let template = try JSONValue(decodable: Array(ListingEncoder.encode(template)))
        let urls = files.mapValues { bytes in
            let type = (try? ImageHeader(of: bytes).format.mediaType) ?? "application/octet-stream"
            return JSONValue.text(Base64.dataURL(bytes, mediaType: type))
        }
        return template.adding(["files": JSONValue(urls)])
    }
}
