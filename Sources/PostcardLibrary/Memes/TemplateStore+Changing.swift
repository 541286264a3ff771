import PostcardCore
import PlatformFoundation
import PostcardImaging
package import PostcardMemes
package import SystemPackage

extension TemplateStore {
    /// Adds a copy of a template's folder, with only the files that the template refers to.
    ///
    /// - Parameters:
    ///   - folder: the folder of the template.
    ///   - replacing: true to replace a template with the same name.
    /// - Returns: the stored template.
    /// - Throws: `LibraryError` with code `conflict` if the template already exists, `notFound` if the folder is not a template;
    ///   `FileError` with code `invalidRecord`; `MemeError` or `ImageError` for invalid contents. After an error, nothing is stored.
    package func add(_ folder: FilePath, replacing: Bool = false) throws -> StoredTemplate {
        try add(TemplateStore.read(folder).document(), replacing: replacing)
    }

    /// Adds the templates in the subfolders of a folder. Existing templates stay, unless `replacing` is true. Subfolders whose names start
    /// with a dot or an underscore, and those without a template, are skipped.
    ///
    /// - Parameter each: receives each result. The template is `nil` if it already exists.
    /// - Throws: `FileError` if the folder cannot be listed.
    package func addAll(
        in folder: FilePath, replacing: Bool,
        each: (_ name: String, _ result: Result<StoredTemplate?, any Error>) -> Void
    ) throws(FileError) {
        for name in try FileSystem.names(in: folder).sorted() where name.first != "." && name.first != "_" {
            guard try TemplateStore.isTemplate(folder.appending(name)) else { continue }
            each(
                name,
                Result {
                    let source = try TemplateStore.read(folder.appending(name))
                    let target = directory?.appending(source.template.name)
                    if !replacing, let target, try FileSystem.status(of: target) != nil { return nil }
                    return try add(source.document(), replacing: replacing)
                })
        }
    }

    /// Copies all templates except the built-in templates to another store.
    ///
    /// - Parameters:
    ///   - replacing: true to replace existing templates with the same names.
    ///   - report: receives the number of copied templates, and messages about templates that could not be copied.
    /// - Throws: `FileError` if the folder cannot be listed.
    func copyStored(
        to other: TemplateStore, replacing: Bool, report: inout ExchangeReport
    ) throws(FileError) {
        guard let directory, try FileSystem.status(of: directory) != nil else { return }
        try other.addAll(in: directory, replacing: replacing) { name, result in
            switch result {
            case .success(let copied): report.templates += copied == nil ? 0 : 1
            case .failure(let error): report.problems.append("Skipped: the template \(name): \(error)")
            }
        }
    }

    /// Adds a template with a picture file.
    ///
    /// - Parameters:
    ///   - template: the name, slots and looks.
    ///   - replacing: true to replace a template with the same name.
    /// - Throws: the errors of `add(_:replacing:)`.
    package func add(picture: [UInt8], as template: Template, replacing: Bool = false) throws -> StoredTemplate {
        try add(TemplateDocument(template: template, files: [NameKey(template.picture): picture]), replacing: replacing)
    }

    /// Removes a template.
    ///
    /// - Throws: `LibraryError` with code `permissionDenied` if the template is built in, or `notFound` if it does not exist.
    package func remove(_ name: String) throws {
        guard !BundledTemplate.all.contains(where: { $0.name == name }) else {
            throw LibraryError(
                .permissionDenied, "The template \(name) is built in and can't be removed.")
        }
        try removeFolder(folder(of: name))
    }

    /// Adds a template with its files, which are written to a temporary folder that is then renamed. Other files are ignored.
    ///
    /// - Throws: the errors of `add(_:replacing:)`.
    package func add(_ document: TemplateDocument, replacing: Bool = false) throws -> StoredTemplate {
        let template = document.template
        guard let directory else {
            throw LibraryError(.notFound, "There is no library to store the template in.", .nameLibrary)
        }
        try template.validate()
        guard !BundledTemplate.all.contains(where: { $0.name == template.name }) else {
            throw LibraryError(
                .conflict, "There is a built-in template named \(template.name). Choose another name.")
        }
        var files: [NameKey: [UInt8]] = [:]
        for name in template.pictureFiles + template.fontFiles {
            guard let bytes = document.files[name] else {
                throw MemeError(.invalidTemplate, "The template \(template.name) lacks its file \(name).")
            }
            if template.fontFiles.contains(name) {
                _ = try Typeface(bytes: bytes)
            } else {
                try DecodingLimits.default.check(ImageHeader(of: bytes).size)
            }
            files[name] = bytes
        }
        let target = directory.appending(template.name)
        let isThere = try FileSystem.status(of: target) != nil
        guard replacing || !isThere else {
            throw LibraryError(.conflict, "The template \(template.name) already exists.", .replaceTemplate)
        }
        try FileSystem.makeDirectories(directory)
        let partial = PictureFile.temporaryPath(in: directory)
        do {
            try FileSystem.makeDirectory(partial)
            try PictureFile.write(
                Array(ListingEncoder.encode(template)), to: partial.appending(TemplateStore.fileName), replacing: true)
            for (name, bytes) in files {
                try PictureFile.write(bytes, to: partial.appending(name.string), replacing: true)
            }
            if isThere { try removeFolder(target) }
            try FileSystem.rename(partial, to: target)
            try FileSystem.synchronizeDirectory(directory)
        } catch {
            try? removeFolder(partial)
            throw error
        }
        return try TemplateStore.read(target)
    }

    /// Removes a folder, after renaming it so that no process reads a partial template.
    private func removeFolder(_ folder: FilePath) throws(FileError) {
        let hidden = PictureFile.temporaryPath(in: folder.removingLastComponent())
        try FileSystem.rename(folder, to: hidden)
        do {
            try FileManager.default.removeItem(atPath: hidden.string)
        } catch {
            throw FileError(.inputOutput, "Can't remove \(hidden): \(error)")
        }
    }
}

extension DecodingLimits {
    /// Checks that a picture does not have too many pixels to be decoded.
    ///
    /// - Throws: `ImageError` with code `limitExceeded`.
    fileprivate func check(_ size: PixelSize) throws(ImageError) {
        guard size.area <= pixels else {
            throw ImageError(.limitExceeded, "The picture has \(size) pixels; the limit is \(pixels).")
        }
    }
}
