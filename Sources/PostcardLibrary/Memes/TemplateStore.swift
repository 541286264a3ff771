import PostcardCore
import PostcardImaging
import PostcardMemes
package import SystemPackage

/// A store of templates: the built-in templates, and the templates in a folder, each in its own subfolder with a `template.json`.
package struct TemplateStore: Sendable {
    /// The name of the file that describes a template.
    package static let fileName = "template.json"
    /// The maximum length of `template.json` in bytes.
    private static let maximumJSONBytes = 1 << 20
    /// The maximum length of memegen's `config.yml` in bytes. The longest one is shorter than 5 kB.
    private static let maximumConfigBytes = 1 << 16

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

    /// Returns true if a folder contains a template in this format or memegen's.
    package static func isTemplate(_ folder: FilePath) throws(FileError) -> Bool {
        for name in [fileName, Template.memegenFileName] where try FileSystem.status(of: folder.appending(name)) != nil
        {
            return true
        }
        return false
    }

    /// Reads a template from its folder.
    ///
    /// - Throws: `LibraryError` with code `notFound`; `FileError` with code `invalidRecord`; `MemeError` for an invalid value.
    package static func read(_ folder: FilePath) throws -> StoredTemplate {
        let path = folder.appending(fileName)
        guard try isTemplate(folder) else {
            throw LibraryError(
                .notFound, "\(folder) is not a template: it contains neither \(fileName) nor memegen's config.yml.")
        }
        guard try FileSystem.status(of: path) != nil else { return try readMemegen(folder) }
        let bytes = try PictureFile.read(path, maximumBytes: maximumJSONBytes)
        return StoredTemplate(template: try template(from: bytes, at: "\(path)"), place: .folder(folder))
    }

    private static func readMemegen(_ folder: FilePath) throws -> StoredTemplate {
        let path = folder.appending(Template.memegenFileName)
        do {
            let template = try Template(
                memegen: PictureFile.read(path, maximumBytes: maximumConfigBytes),
                name: folder.lastComponent?.string ?? "", files: FileSystem.names(in: folder)
            ) { file in
                try OpenedPicture(
                    PictureFile.read(folder.appending(file), maximumBytes: StoredTemplate.maximumPictureBytes))
            }
            try template.validate()
            return StoredTemplate(template: template, place: .folder(folder))
        } catch let error as MemeError {
            throw FileError(.invalidRecord, "\(path): \(error.message)")
        }
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
