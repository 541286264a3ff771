import PostcardImaging
import PostcardLibrary
import SystemPackage

/// The pictures of a run: those that were named, those in folders, and those of a list.
struct ResizeInputs {
    private let base: FilePath?
    private let shard: Shard?
    private let results: FilePath?
    private let keepsFolders: Bool
    private(set) var list = PictureList()
    private(set) var links = 0
    /// Results of earlier runs that a list named.
    private(set) var leftOut = 0

    /// `results` is the folder of the results, which is not searched for pictures.
    init(options: ResizeOptions, results: FilePath?, keepsFolders: Bool) {
        base = options.base.map { FilePath(argument: $0) }
        shard = options.shard
        self.results = results
        self.keepsFolders = keepsFolders
    }

    /// Adds what an input stands for.
    mutating func add(_ source: PictureSource, tally: inout ResizeTally) {
        do {
            guard case .file(let path) = source else { return try add(source, relative: source.name) }
            if let matches = try PictureTree.matches(of: path) {
                for match in matches { add(.file(match), tally: &tally) }
            } else if try PictureTree.isFolder(path) {
                try addFolder(path, tally: &tally)
            } else {
                try add(source, relative: keepsFolders ? path.lexicallyNormalized().withoutRoot : source.name)
            }
        } catch {
            tally.fail("\(source)", error)
        }
    }

    private mutating func addFolder(_ root: FilePath, tally: inout ResizeTally) throws {
        let before = list.count
        let linksBefore = links
        var hasFailed = false
        try PictureTree.walk(below: root, skipping: results) { finding throws(any Error) in
            switch finding {
            case .picture(let path):
                let relative = FilePath(root: nil, path.components.dropFirst(root.components.count))
                try add(.file(path), relative: relative)
            case .link: links += 1
            case .failure(let folder, let error):
                hasFailed = true
                tally.fail("\(folder)", error)
            }
        }
        guard list.count > before || hasFailed || shard != nil else {
            let notes = links > linksBefore ? " but symbolic links, which are not followed" : ""
            throw LibraryError(.notFound, "There are no pictures in \(root)\(notes).")
        }
    }

    private mutating func add(_ source: PictureSource, relative: FilePath) throws {
        var relative = relative
        if let base, case .file(let path) = source { relative = try PictureList.place(of: path, below: base) }
        let picture = PictureList.Element(source, relative: relative)
        if let shard, !shard.contains(picture) { return }
        try list.append(picture)
    }

    /// Adds what a file lists: names with line breaks or NULs between them.
    mutating func addList(_ name: String, endsWithNUL: Bool, tally: inout ResizeTally) throws {
        let folder = try results.map { folder throws(LibraryError) in try ResultFolder(folder) }
        let lines = NameList(name == "-" ? nil : FilePath(argument: name), endsWithNUL: endsWithNUL)
        var count = 0
        try lines.read { name in
            count += 1
            let source = PictureSource(bytes: name)
            if case .file(let path) = source, try folder?.holds(path) ?? false {
                leftOut += 1
            } else {
                add(source, tally: &tally)
            }
        }
        guard count > 0 else {
            throw Failure(.missingInput, "\(name == "-" ? "Standard input" : name) names no pictures.")
        }
    }
}

extension FilePath {
    fileprivate var withoutRoot: FilePath { FilePath(root: nil, components.filter { $0.kind == .regular }) }
}
