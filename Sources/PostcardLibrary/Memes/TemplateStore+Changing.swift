import PlatformFoundation
import PlatformLibc
import PostcardImaging
public import PostcardMemes
public import SystemPackage

extension TemplateStore {
    /// Keeps a copy of a template's folder, and of nothing in it that the template does not name.
    ///
    /// - Parameters:
    ///   - folder: the template's folder.
    ///   - replacing: whether one of the same name is replaced.
    /// - Returns: the kept template.
    /// - Throws: `LibraryError` with code `conflict` when there is one, `invalidRecord` or `notFound` when the folder is no template;
    ///   `MemeError` or `ImageError` when what is in it makes no sense. Nothing is kept then.
    public func add(_ folder: FilePath, replacing: Bool = false) throws -> StoredTemplate {
        let source = try TemplateStore.read(folder)
        var files = [source.template.picture: try source.picture()]
        let meme = try source.meme(of: [])
        for (overlay, filled) in zip(source.template.overlays, meme.overlays) {
            if case .named(let name)? = overlay.picture, case .bytes(let bytes)? = filled.picture {
                files[name] = bytes
            }
        }
        return try keep(source.template, files, replacing: replacing)
    }

    /// Copies the templates that do not come with Postcard to another store.
    ///
    /// - Parameters:
    ///   - other: the other store.
    ///   - replacing: whether those of the same names there are replaced; otherwise they stay as they are.
    ///   - report: gets the number of copied templates, and messages about those that could not be copied.
    /// - Throws: `LibraryError` when the folder cannot be listed.
    func copyStored(
        to other: TemplateStore, replacing: Bool, report: inout ExchangeReport
    ) throws(LibraryError) {
        guard let directory, try FileSystem.status(of: directory) != nil else { return }
        for name in try FileSystem.names(in: directory).sorted() where Template.isName(name) {
            do {
                if !replacing, let target = other.directory, try FileSystem.status(of: target.appending(name)) != nil {
                    continue
                }
                _ = try other.add(directory.appending(name), replacing: replacing)
                report.templates += 1
            } catch {
                report.problems.append("Left out: the template \(name): \(error)")
            }
        }
    }

    /// Makes a template of a picture file.
    ///
    /// - Parameters:
    ///   - picture: the file's bytes.
    ///   - template: its name, slots and looks.
    ///   - replacing: whether one of the same name is replaced.
    /// - Returns: the kept template.
    /// - Throws: as `add(_:replacing:)`.
    public func add(picture: [UInt8], as template: Template, replacing: Bool = false) throws -> StoredTemplate {
        try keep(template, [template.picture: picture], replacing: replacing)
    }

    /// Removes a template.
    ///
    /// - Throws: `LibraryError` with code `permissionDenied` for one that comes with Postcard, `notFound` when there is none.
    public func remove(_ name: String) throws {
        guard !BundledTemplate.all.contains(where: { $0.name == name }) else {
            throw LibraryError(
                .permissionDenied, "The template \(name) comes with Postcard and cannot be removed.")
        }
        try removeFolder(folder(of: name))
    }

    /// Everything is written into a folder with another name, which then gets its own.
    private func keep(_ template: Template, _ files: [String: [UInt8]], replacing: Bool) throws -> StoredTemplate {
        guard let directory else {
            throw LibraryError(.notFound, "There is no library to keep the template in.", .nameLibrary)
        }
        try template.validate()
        guard !BundledTemplate.all.contains(where: { $0.name == template.name }) else {
            throw LibraryError(
                .conflict, "A template named \(template.name) comes with Postcard. Give yours another name.")
        }
        for bytes in files.values {
            try DecodingLimits.default.check(ImageHeader(of: bytes.span.bytes).size)
        }
        let target = directory.appending(template.name)
        let isThere = try FileSystem.status(of: target) != nil
        guard replacing || !isThere else {
            throw LibraryError(.conflict, "There is a template \(template.name) already.", .replace(.template))
        }
        try FileSystem.makeDirectories(directory)
        let partial = directory.appending(".\(template.name).\(getpid()).part")
        do {
            try FileSystem.makeDirectory(partial)
            try PictureFile.write(
                Array(ListingEncoder.encode(template)), to: partial.appending(TemplateStore.fileName), replacing: true)
            for (name, bytes) in files {
                try PictureFile.write(bytes, to: partial.appending(name), replacing: true)
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

    /// First out of sight, so that nobody finds half of a template.
    private func removeFolder(_ folder: FilePath) throws(LibraryError) {
        let hidden = folder.removingLastComponent().appending(".removed.\(getpid())")
        try FileSystem.rename(folder, to: hidden)
        do {
            try FileManager.default.removeItem(atPath: hidden.string)
        } catch {
            throw LibraryError(.inputOutput, "Cannot remove \(hidden): \(error)")
        }
    }
}

extension DecodingLimits {
    /// Refuses a picture that could never be decoded.
    fileprivate func check(_ size: PixelSize) throws(ImageError) {
        guard size.area <= pixels else {
            throw ImageError(.limitExceeded, "The picture has \(size) pixels and the limit is \(pixels).")
        }
    }
}
