import PostcardCore
import SystemPackage

extension FolderGallery {
    /// Sets the URLs of originals, and copies them if requested.
    func makeOriginals(of tree: inout GalleryTree, report: (Event) -> Void) throws {
        guard options.originals != .none else { return }
        for album in tree.albums.indices {
            let folder = site.pushing(tree.albums[album].path)
            for index in tree.albums[album].items.indices where tree.albums[album].items[index].facts != nil {
                try Task.checkCancellation()
                let item = tree.albums[album].items[index]
                guard options.originals == .copy else {
                    tree.albums[album].items[index].original =
                        PercentEncoding.encodePath(bytes: item.file.relative(to: folder).bytes)
                    continue
                }
                do throws(FileError) {
                    let copy = try OriginalCopy(of: item.file, isVideo: item.isVideo, options)
                    let name = "\(item.name).\(copy.fileExtension)"
                    try writer.make(folder.appending(name), from: item.file, recipe: copy.recipe) {
                        file throws(FileError) in try copy.write(to: file)
                    }
                    tree.albums[album].items[index].original = name
                } catch {
                    report(.warning(item.file, error.message))
                }
            }
        }
    }

    /// Writes changed pages. Returns the hashes of the paths of all files in the site.
    func writePages(of tree: GalleryTree, report: (Event) -> Void) throws -> Set<UInt64> {
        var planned: Set<UInt64> = []
        func plan(_ path: FilePath) { planned.insert(StableHash(path.bytes).value) }
        func write(_ name: String, _ content: String, in album: GalleryAlbum, of origin: FilePath) throws(FileError) {
            let path = site.pushing(album.path).appending(name)
            plan(path)
            do throws(FileError) {
                try writer.update(path, Array(content.utf8), of: origin)
            } catch {
                guard error.code != .noSpace else { throw error }
                report(.failed(path, error))
            }
        }
        for (name, content) in GalleryPages.sharedFiles { try write(name, content, in: tree.albums[0], of: root) }
        let pages = GalleryPages(tree: tree, options: options)
        for (index, album) in tree.albums.enumerated() where album.isShown {
            try Task.checkCancellation()
            for (number, item) in album.items.enumerated() {
                for version in batchItem(item, in: album).versions { plan(version.output) }
                if options.originals == .copy, let name = item.original {
                    plan(site.pushing(album.path).appending(name))
                }
                try write("\(item.name).html", pages.page(of: number, in: index), in: album, of: item.file)
            }
            for (name, content) in pages.pages(of: index) { try write(name, content, in: album, of: album.folder) }
        }
        return planned
    }

    /// Removes unchanged files that were made from files in the pictures folder and are not part of the site anymore. Files made from
    /// failed files, and from the folders that contain failed files, are kept.
    func prune(keeping planned: Set<UInt64>, except failed: Set<FilePath>, report: (Event) -> Void) throws {
        let folder = try ResultFolder(site)
        let orphans = try folder.orphans(ofPicturesIn: [root.removingLastComponent()]) { result, origin in
            guard origin == root || origin.below(root) != nil else { return false }
            return !planned.contains(StableHash(result.bytes).value)
                && !failed.contains { $0 == origin || origin.below($0) != nil || $0.below(origin) != nil }
        }
        for orphan in orphans {
            try folder.remove(orphan)
            report(.removed(orphan.result))
        }
    }
}
