import PostcardCore
import PostcardMemes
package import SystemPackage

/// A store of templates: the built-in templates, and the templates in a folder, each in its own subfolder with a `template.json`.
package struct TemplateStore: Sendable {
    /// The name of the file that describes a template.
    package static let fileName = "template.json"
    /// The maximum length of `template.json` in bytes.
    private static let maximumJSONBytes = 1 << 20

    /// The folder of templates; `nil` if there are only built-in templates.
    package let directory: FilePath?

    /// Makes a store without accessing files.
    package init(directory: FilePath?) {
        self.directory = directory
    }

    /// Returns all templates, ordered by name. Invalid templates are skipped and reported.
    ///
    /// - Throws: `FileError` if the folder cannot be listed.
    package func templates(
        onError report: (_ name: String, _ error: any Error) -> Void = { _, _ in }
    ) throws(FileError) -> [StoredTemplate] {
        var found: [StoredTemplate] = []
        for bundled in BundledTemplate.all {
            do { found.append(try Self.read(bundled)) } catch { report(bundled.name, error) }
        }
        for name in try directory.map(FileSystem.names(in:)) ?? [] where Template.isName(name) {
            do { found.append(try Self.read(folder(of: name))) } catch { report(name, error) }
        }
        return found.sorted { $0.template.name < $1.template.name }
    }

    /// Returns the template with the given name.
    ///
    /// - Throws: `LibraryError` with code `notFound` if it is missing; `FileError` with code `invalidRecord` if it is invalid; `MemeError`.
    package func template(named name: String) throws -> StoredTemplate {
        if let bundled = BundledTemplate.all.first(where: { $0.name == name }) { return try Self.read(bundled) }
        return try Self.read(folder(of: name))
    }

    /// Returns the folder of a template that is not built in.
    ///
    /// - Throws: `LibraryError` with code `notFound`.
    func folder(of name: String) throws -> FilePath {
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

    /// Reads a template from its folder.
    ///
    /// - Throws: `LibraryError` with code `notFound`; `FileError` with code `invalidRecord`; `MemeError` for an invalid value.
    package static func read(_ folder: FilePath) throws -> StoredTemplate {
        let path = folder.appending(fileName)
        guard try FileSystem.status(of: path) != nil else {
            throw LibraryError(.notFound, "\(folder) is not a template: it does not contain \(fileName).")
        }
        let bytes = try PictureFile.read(path, maximumBytes: maximumJSONBytes)
        return StoredTemplate(template: try template(from: bytes, at: "\(path)"), place: .folder(folder))
    }

    private static func template(from json: [UInt8], at place: String) throws -> Template {
        let template = try Template(decoding: json) { FileError(.invalidRecord, "\(place): \($0)") }
        try template.validate()
        return template
    }
}

extension Library {
    /// The store of this library's templates and the built-in templates.
    package var templates: TemplateStore { TemplateStore(directory: directory.appending("templates")) }
}
