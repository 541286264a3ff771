import PostcardImaging
import PostcardLibrary
import SystemPackage

/// Which results come from which pictures, and where they go.
struct ResizePlan {
    /// `nil` when there is only a contact sheet to make.
    let folder: FilePath?
    let boxes: [BoxList.Box]
    let pattern: NamePattern
    let fitting: FitOptions
    let format: ResultFormat

    /// Each picture with the places of its results. A picture of a folder keeps its way below that folder; a name taken
    /// already gets a number.
    ///
    /// - Parameter fail: told of inputs that cannot be used.
    func items(for inputs: [String], fail: (String, any Error) -> Void) -> [ResizeBatch.Item] {
        var items: [ResizeBatch.Item] = []
        var taken: Set<FilePath> = []
        for input in inputs {
            do {
                for (picture, relative) in try pictures(at: FilePath(input)) {
                    let encoding = format.encoding(for: picture)
                    let versions = versions(of: relative, as: encoding.format, taken: &taken)
                    items.append(ResizeBatch.Item(input: picture, versions: versions, encoding: encoding))
                }
            } catch {
                fail(input, error)
            }
        }
        return items
    }

    private func pictures(at root: FilePath) throws -> [(path: FilePath, relative: FilePath)] {
        if let matches = try PictureTree.matches(of: root) { return try matches.flatMap(pictures(at:)) }
        guard try PictureTree.isFolder(root) else { return [(root, FilePath(root: nil, root.components.suffix(1)))] }
        let pictures = try PictureTree.pictures(below: root)
        guard !pictures.isEmpty else { throw LibraryError(.notFound, "There are no pictures in \(root).") }
        return pictures.map { ($0, FilePath(root: nil, $0.components.dropFirst(root.components.count))) }
    }

    private func versions(
        of relative: FilePath, as format: ImageFormat, taken: inout Set<FilePath>
    ) -> [ResizeBatch.Version] {
        guard let folder else { return [] }
        let base = folder.pushing(relative.removingLastComponent())
        let stem = relative.stem ?? "picture"
        func paths(_ stem: String) -> [FilePath] {
            boxes.map { base.appending(pattern.name(of: stem, size: $0, ext: format.fileExtension)) }
        }
        var number = 1
        while !taken.isDisjoint(with: paths(number == 1 ? stem : "\(stem)-\(number)")) { number += 1 }
        let free = paths(number == 1 ? stem : "\(stem)-\(number)")
        taken.formUnion(free)
        return zip(boxes, free).map {
            ResizeBatch.Version(resize: fitting.resize(into: $0.size), output: $1)
        }
    }
}
