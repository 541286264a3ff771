import PlatformFoundation
import PostcardCore
import PostcardImaging
public import PostcardMemes
public import SystemPackage

/// Templates: those that come with Postcard, and those in a folder, each in a folder of its own with `template.json` in it.
public struct TemplateStore: Sendable {
    /// The name of the file that makes a folder a template.
    public static let fileName = "template.json"
    /// Bytes that this file may have.
    private static let maximumJSONBytes = 1 << 20

    /// The folder of the templates; `nil` when there are only those that come with Postcard.
    public let directory: FilePath?

    /// Names a store. Nothing is read or created.
    public init(directory: FilePath?) {
        self.directory = directory
    }

    /// All templates by name. Folders that hold none, or a damaged one, are left out and reported.
    ///
    /// - Throws: `LibraryError` when the folder cannot be listed.
    public func templates(
        onError report: (_ name: String, _ error: any Error) -> Void = { _, _ in }
    ) throws(LibraryError) -> [StoredTemplate] {
        var found: [StoredTemplate] = []
        for bundled in BundledTemplate.all {
            do { found.append(try Self.read(bundled)) } catch { report(bundled.name, error) }
        }
        for name in try directory.map(FileSystem.names(in:)) ?? [] where Template.isName(name) {
            do { found.append(try Self.read(folder(of: name))) } catch { report(name, error) }
        }
        return found.sorted { $0.template.name < $1.template.name }
    }

    /// The template with a name.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none, `invalidRecord` when it is damaged.
    public func template(named name: String) throws -> StoredTemplate {
        if let bundled = BundledTemplate.all.first(where: { $0.name == name }) { return try Self.read(bundled) }
        return try Self.read(folder(of: name))
    }

    /// The folder of a template that does not come with Postcard.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none.
    func folder(of name: String) throws(LibraryError) -> FilePath {
        guard Template.isName(name), let directory, try FileSystem.status(of: directory.appending(name)) != nil else {
            throw LibraryError(.notFound, "There is no template \"\(name)\".", .list(kind: "template"))
        }
        return directory.appending(name)
    }

    private static func read(_ bundled: BundledTemplate) throws -> StoredTemplate {
        StoredTemplate(
            template: try template(from: bundled.json, at: "The built-in template \(bundled.name)"),
            place: .bundled(bundled))
    }

    /// Reads a folder as a template.
    ///
    /// - Throws: `LibraryError` with code `notFound` or `invalidRecord`, `MemeError` when a value makes no sense.
    public static func read(_ folder: FilePath) throws -> StoredTemplate {
        let path = folder.appending(fileName)
        guard try FileSystem.status(of: path) != nil else {
            throw LibraryError(.notFound, "\(folder) is no template: there is no \(fileName) in it.")
        }
        let bytes = try PictureFile.read(path, maximumBytes: maximumJSONBytes)
        return StoredTemplate(template: try template(from: bytes, at: "\(path)"), place: .folder(folder))
    }

    private static func template(from json: [UInt8], at place: String) throws -> Template {
        let template: Template
        do {
            template = try JSONDecoder().decode(Template.self, from: Data(json))
            try UnknownNames.refuse(in: json, readAs: template)
        } catch let error as DecodingError {
            throw LibraryError(.invalidRecord, "\(place): \(error.explanation)")
        } catch let error as LibraryError {
            throw LibraryError(error.code, "\(place): \(error.message)")
        }
        try template.validate()
        return template
    }
}

extension Library {
    /// The templates of this library and those that come with Postcard.
    public var templates: TemplateStore { TemplateStore(directory: directory.appending("templates")) }
}

/// A template and where its files are.
public struct StoredTemplate: Sendable {
    enum Place: Sendable {
        case bundled(BundledTemplate)
        case folder(FilePath)
    }

    /// Bytes that a picture of a template may have.
    static let maximumPictureBytes = 64 << 20

    /// Its boxes, looks and names.
    public let template: Template
    let place: Place

    /// A Boolean value that indicates whether it comes with Postcard.
    public var isBuiltIn: Bool { if case .bundled = place { true } else { false } }

    /// The picture's file.
    ///
    /// - Throws: `LibraryError` when it cannot be read.
    public func picture() throws(LibraryError) -> [UInt8] {
        switch place {
        case .bundled(let bundled): bundled.picture
        case .folder: try file(template.picture)
        }
    }

    /// A meme of texts, with the files of its overlays and fonts.
    ///
    /// - Throws: `MemeError` when there are more texts than slots, `LibraryError` when a file cannot be read.
    public func meme(of texts: [String]) throws -> Meme {
        var meme = try template.meme(of: texts)
        var pictures: [String: [UInt8]] = [:]
        for name in meme.overlayNames { pictures[name] = try file(name) }
        meme.fillOverlays(pictures)
        var fonts: [String: [UInt8]] = [:]
        for name in meme.fontNames { fonts[name] = try file(name) }
        try meme.fillFonts(fonts)
        return meme
    }

    private func file(_ name: String) throws(LibraryError) -> [UInt8] {
        guard case .folder(let folder) = place, let component = FilePath.Component(name) else {
            throw LibraryError(.notFound, "The template \(template.name) has no file \(name).")
        }
        return try PictureFile.read(folder.appending(component), maximumBytes: Self.maximumPictureBytes)
    }
}
