import PostcardCore
import PostcardImaging
package import SystemPackage

/// A gallery of a folder with its subfolders, as plain files: pages, thumbnails and previews.
///
/// The record of results in the site contains the files that Postcard made. Only these files are replaced and removed.
package struct FolderGallery: Sendable {
    /// An event of a run.
    package enum Event {
        /// The number of pictures and videos that were found.
        case found(Int)
        /// A file was processed, or is up to date.
        case done(FilePath, isMade: Bool)
        /// A file is damaged but shown, or its original can't be copied.
        case warning(FilePath, String)
        /// A file, a folder or a page could not be read or written.
        case failed(FilePath, any Error)
        /// A file in the site was removed, because its picture or page no longer exists.
        case removed(FilePath)
    }

    let root: FilePath
    let site: FilePath
    let options: GalleryOptions
    let writer: ResultWriter

    /// The box of thumbnails: about the size of a picture in a row on a screen with two pixels per CSS pixel.
    static let small = Resize(into: PixelSize(width: 800, height: 400))
    /// The box of previews.
    static let large = Resize(into: .square(1_600))

    /// Prepares a gallery.
    ///
    /// - Parameters:
    ///   - root: the folder of the pictures.
    ///   - site: the folder of the gallery, which does not have to exist.
    /// - Throws: `FileError` with code `invalidValue` if the pictures are in the folder of the gallery, or if originals are linked but not all
    ///   positions are shared; `notFound`, `permissionDenied` and others.
    package init(of root: FilePath, to site: FilePath, options: GalleryOptions) throws(FileError) {
        (self.root, self.site, self.options) = (root.absolute, site.absolute, options)
        guard try PictureTree.isFolder(root) else {
            throw FileError(.notADirectory, "\(root) is a file. Specify a folder of pictures.")
        }
        let isSame = try FileSystem.status(of: root)?.identity == FileSystem.status(of: site)?.identity
        guard !isSame, self.root != self.site, self.root.below(self.site) == nil else {
            throw FileError(
                .invalidValue, "The gallery can't be in \(site), which contains the pictures. Choose another folder.")
        }
        guard options.originals != .link || options.positions == .all else {
            throw FileError(
                .invalidValue,
                "Linked originals can contain positions. Share all positions (--positions all), or copy the originals (--originals copy)."
            )
        }
        try ResultFolder.requireWritable(site)
        writer = try ResultWriter(folder: self.site, replaces: options.replaces, uniqueBelow: self.root)
    }

    /// Makes missing and outdated files, and removes the files of pictures that no longer exist.
    ///
    /// - Returns: the numbers of albums, pictures and videos in the gallery.
    /// - Throws: `FileError` with code `notFound` if the folder contains no pictures, or with code `noSpace`; `CancellationError`.
    package func make(report: (Event) -> Void) async throws -> GalleryReport {
        var tree = try GalleryTree(below: root, skipping: site)
        if !options.mediaTools.areInstalled { tree.leaveOutVideos() }
        if let title = options.title { tree.albums[0].settings.title = title }
        let count = tree.albums.reduce(0) { $0 + $1.items.count }
        guard count > 0 else {
            throw tree.failures.first?.error ?? FileError(.notFound, "There are no pictures in \(root).")
        }
        var failed: Set<FilePath> = []
        for (path, error) in tree.failures {
            failed.insert(path)
            report(.failed(path, error))
        }
        report(.found(count))
        var cache = GalleryFactsCache(options.cache)
        // An interrupted run keeps the facts that it has read.
        defer { cache.save() }
        let errors = await makePictures(of: tree, &cache, report: report)
        try Task.checkCancellation()
        if let error = errors.lazy.compactMap({ $0.error as? FileError }).first(where: { $0.code == .noSpace }) {
            throw error
        }
        failed.formUnion(errors.map(\.path))
        try await readFacts(of: &tree, except: &failed, &cache, report: report)
        try makeOriginals(of: &tree, report: report)
        tree.finish(revealing: options.positions)
        let planned = try writePages(of: tree, report: report)
        try prune(keeping: planned, except: failed, report: report)
        return GalleryReport(tree: tree)
    }

    // MARK: Pictures

    /// Makes outdated thumbnails and previews. Returns the files that failed.
    private func makePictures(
        of tree: GalleryTree, _ cache: inout GalleryFactsCache, report: (Event) -> Void
    ) async -> [(path: FilePath, error: any Error)] {
        let tools = options.mediaTools
        let batch = ResizeBatch(
            decoding: options.decoding, keep: options.positions.keptMetadata,
            frame: { try await PosterFrame.file(of: $0, by: tools) })
        var errors: [(path: FilePath, error: any Error)] = []
        let items = tree.albums.lazy.flatMap { album in album.items.lazy.map { item in batchItem(item, in: album) } }
        await batch.run(items, in: writer, workers: options.workers) { item, result in
            guard case .file(let path) = item.input else { return }
            switch result {
            case .success(let picture):
                if let header = picture.header, !VideoContainer.isVideo(path), let key = GalleryFactsCache.key(of: path)
                {
                    cache[key] = GalleryFacts(of: header)
                }
                let isMade = picture.results.contains { $0 != nil }
                for warning in picture.warnings { report(.warning(path, warning)) }
                report(.done(path, isMade: isMade))
            case .failure(let error):
                errors.append((path, error))
                report(.failed(path, error))
            }
        }
        return errors
    }

    func batchItem(_ item: GalleryAlbum.Item, in album: GalleryAlbum) -> ResizeBatch.Item {
        let folder = site.pushing(album.path)
        let webP: [EncodingOptions] = options.hasWebP ? [.webp(quality: Self.webPQuality)] : []
        var versions: [ResizeBatch.Version] = []
        for (label, resize) in [("small", Self.small), ("large", Self.large)] {
            for encoding in [.jpeg(quality: Self.quality)] + webP {
                versions.append((resize, encoding, folder.appending(item.file(label, encoding.format))))
            }
        }
        return ResizeBatch.Item(input: .file(item.file), versions: versions)
    }

    private static let quality = 82
    private static let webPQuality = 78

    /// Reads the facts of items from the cache, or from the files if the cache does not contain them. Sidecars are read in each run.
    private func readFacts(
        of tree: inout GalleryTree, except failed: inout Set<FilePath>, _ cache: inout GalleryFactsCache,
        report: (Event) -> Void
    ) async throws {
        for album in tree.albums.indices {
            for index in tree.albums[album].items.indices {
                try Task.checkCancellation()
                let item = tree.albums[album].items[index]
                guard !failed.contains(item.file) else { continue }
                do {
                    guard let key = GalleryFactsCache.key(of: item.file) else { throw PictureTree.missing(item.file) }
                    var facts: GalleryFacts
                    if let known = cache[key] { facts = known } else { facts = try await self.facts(of: item) }
                    cache[key] = facts
                    facts.fillGaps(fromSidecarsOf: item.file)
                    tree.albums[album].items[index].facts = facts
                } catch {
                    if error is CancellationError { throw error }
                    failed.insert(item.file)
                    report(.failed(item.file, error))
                }
            }
        }
    }

    private func facts(of item: GalleryAlbum.Item) async throws -> GalleryFacts {
        guard item.isVideo else {
            return GalleryFacts(
                of: try PictureFile.header(of: item.file, maximumBytes: options.decoding.limits.bytes).0)
        }
        switch try await VideoFacts.read(VideoFile(item.file), by: options.mediaTools) {
        case .success(let video): return GalleryFacts(of: video, name: item.file.lastComponent?.string)
        case .failure(let failure): throw failure.error(of: item.file)
        }
    }
}

extension SharedPositions {
    /// The metadata that thumbnails and previews keep.
    fileprivate var keptMetadata: Metadata.Kept {
        switch self {
        case .none: .copyright
        case .places: .allButPosition
        case .all: [.allButPosition, .position]
        }
    }
}
