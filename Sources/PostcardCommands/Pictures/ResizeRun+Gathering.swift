import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import SystemPackage

/// Collects the pictures for a run from arguments, folders and lists.
extension ResizeRun {
    /// Adds the pictures that an argument specifies.
    mutating func add(_ source: PictureSource) {
        do {
            guard case .file(let path) = source else { return try list.append(source, relative: source.name) }
            switch try FileSystem.status(of: path)?.kind {
            case .directory: try addFolder(path)
            case nil: for match in try PictureTree.matches(of: path) { add(.file(match)) }
            default:
                try list.append(
                    source, relative: keepsFolders ? path.lexicallyNormalized().withoutRoot : source.name)
            }
        } catch {
            tally.fail("\(source)", error)
        }
    }

    /// Adds the pictures in a folder. The results folder is not searched.
    private mutating func addFolder(_ root: FilePath) throws {
        let before = list.count
        let (linksBefore, resultsBefore) = (links, earlierResults)
        var hasFailed = false
        try PictureTree.walk(below: root, skipping: options.resultFolder) { finding throws(any Error) in
            switch finding {
            case .picture(let path):
                let relative = FilePath(root: nil, path.components.dropFirst(root.components.count))
                try list.append(.file(path), relative: relative)
            case .result: earlierResults += 1
            case .link: links += 1
            case .failure(let folder, let error):
                hasFailed = true
                tally.fail("\(folder)", error)
            }
        }
        guard list.count > before || hasFailed || options.shard != nil else {
            guard earlierResults == resultsBefore else {
                throw FileError(
                    .notFound,
                    "\(root) contains no pictures except results of earlier runs. To use those, specify the files.")
            }
            let notes = links > linksBefore ? ", only symbolic links, which are not followed" : ""
            throw FileError(.notFound, "There are no pictures in \(root)\(notes).")
        }
        // An empty folder may be the mount point of a missing disk, so it is not pruned.
        if !hasFailed, list.count > before { searched.append(root) }
    }

    /// Adds the pictures under a prefix in a bucket. Pictures are recognized by the file extensions in their keys. Objects under the prefix
    /// for results are skipped.
    mutating func addObjects(_ address: String) async throws {
        let (before, objects) = (list.count, options.resultObjects)
        var token: String?
        repeat {
            let page = try await PictureInput.store.list(address, after: token)
            for entry in page.entries {
                let below = String(entry.name.utf8.dropFirst(address.utf8.count)) ?? ""
                let relative = FilePath(below)
                if let objects, entry.name.utf8.starts(with: objects.utf8) { continue }
                guard relative.extension.flatMap(ImageFormat.init(fileExtension:)) != nil, !below.hasSuffix("/"),
                    !relative.components.contains(where: { $0.string.hasPrefix(".") })
                else { continue }
                try list.append(.address(entry.name), relative: relative, modified: entry.modified)
            }
            token = page.next
        } while token != nil
        guard list.count > before || options.shard != nil else {
            throw FileError(.notFound, "There are no pictures in \(address).")
        }
    }

    private mutating func addListed(_ name: [UInt8], _ folder: ResultFolder?) throws {
        named += 1
        let source = PictureSource(bytes: name)
        if case .file(let path) = source, try folder?.holds(path) ?? false {
            leftOut += 1
        } else {
            add(source)
        }
    }

    /// Adds the names in a list, separated by line breaks or NULs.
    mutating func addList(_ name: String) async throws {
        let folder = try options.resultFolder.map { folder throws(FileError) in try ResultFolder(folder) }
        if PictureDestination.isObject(name) {
            var reader = try PictureInput.reader(of: name)
            var names = NameList(endsWithNUL: options.null)
            while let piece = try await reader.next() {
                try names.add(piece[...]) { try addListed($0, folder) }
            }
            try names.finish { try addListed($0, folder) }
        } else {
            try NameList.read(name == "-" ? nil : FilePath(argument: name), endsWithNUL: options.null) {
                try addListed($0, folder)
            }
        }
        try require(named > 0, .missingInput, "\(name == "-" ? "Standard input" : name) lists no pictures.")
        if options.prune, let base = options.baseFolder { searched.append(base) }
    }
}

extension FilePath {
    fileprivate var withoutRoot: FilePath { FilePath(root: nil, components.filter { $0.kind == .regular }) }
}
