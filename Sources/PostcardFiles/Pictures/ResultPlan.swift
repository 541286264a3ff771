import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The paths, sizes and formats of the results of a batch.
package struct ResultPlan: Sendable {
    /// A size of the results with its text for `{size}`.
    package typealias Size = (label: String, resize: Resize)

    /// The treatment of pairs: a RAW, HEIC or TIFF file and a JPEG with the same name beside it.
    package enum Pairs: String, Sendable, CaseIterable {
        /// One result, made from the JPEG.
        case jpeg
        /// Two results. The name of the result of a RAW, HEIC or TIFF file includes its type, even without a JPEG beside it.
        case both
    }

    /// The folder of the results.
    package let folder: FilePath
    /// The sizes, at least one.
    package let sizes: [Size]
    /// The pattern of the names of the results.
    package let pattern: NamePattern
    /// The treatment of pairs.
    package let pairs: Pairs
    /// Returns the encoding of the results of a picture.
    package let encoding: @Sendable (PictureSource) -> EncodingOptions

    package init(
        folder: FilePath, sizes: [Size], pattern: NamePattern, pairs: Pairs = .jpeg,
        encoding: @escaping @Sendable (PictureSource) -> EncodingOptions
    ) {
        self.folder = folder
        self.sizes = sizes
        self.pattern = pattern
        self.pairs = pairs
        self.encoding = encoding
    }

    /// Returns the batch item of a picture.
    ///
    /// - Parameter keepsType: whether the name of the result includes the extension of the picture.
    package func item(for picture: PictureList.Element, keepsType: Bool = false) -> ResizeBatch.Item {
        let encoding = encoding(picture.source)
        let outputs = outputs(of: picture, keepsType: keepsType)
        return ResizeBatch.Item(
            input: picture.source,
            versions: zip(sizes, outputs).map { (resize: $0.resize, output: $1) },
            encoding: encoding, modified: picture.modified)
    }

    private func outputs(of picture: PictureList.Element, keepsType: Bool = false) -> [FilePath] {
        let keepsType = keepsType || pairs == .both && picture.source.isNamedAsCompanion
        let ext = encoding(picture.source).format.fileExtension
        return sizes.map {
            folder.pushing(pattern.path(of: picture.relative, size: $0.label, ext: ext, keepsType: keepsType))
        }
    }

    /// The pictures of a list whose results would have the same name.
    package struct Clashes: Sendable {
        /// The pictures that are not made, with errors that name both pictures.
        package var failures: [(picture: PictureSource, error: FileError)] = []
        /// The indices of list elements to leave out: those with errors, companions, and repetitions.
        package var leftOut: Set<Int> = []
        /// The indices of RAW, HEIC and TIFF files that are left out, since their JPEGs are made.
        package var companions: Set<Int> = []
        /// The indices of pictures whose results keep the extension of the picture in their names, since another picture has the same name without it.
        package var typed: Set<Int> = []
        /// Results whose names differ only in the case of ASCII letters. On disks that ignore case, one of them replaces the other.
        package var alike: [(FilePath, FilePath)] = []

        /// Makes an empty result.
        package init() {}
    }

    /// A sequence of the batch items for a list.
    package struct Items: Sequence, Sendable {
        fileprivate let plan: ResultPlan
        fileprivate let list: PictureList
        fileprivate let clashes: Clashes

        /// Returns an iterator over the items.
        package func makeIterator() -> some IteratorProtocol<ResizeBatch.Item> {
            list.enumerated().lazy.filter { !clashes.leftOut.contains($0.offset) }
                .map { plan.item(for: $0.element, keepsType: clashes.typed.contains($0.offset)) }.makeIterator()
        }
    }

    /// Returns the batch items for a list whose clashes are known.
    package func items(for list: PictureList, _ clashes: Clashes = Clashes()) -> Items {
        Items(plan: self, list: list, clashes: clashes)
    }

    /// Finds pictures whose results would have the same name. A file that is listed twice is made once. Of pictures that differ in their extensions,
    /// those after the first by name keep the extension in the names of their results.
    package func clashes(in list: PictureList) -> Clashes {
        // Hashes of a million names take 8 MB. Only names with equal hashes, which have no capitals, are compared.
        var hashes: [UInt64] = []
        hashes.reserveCapacity(list.count * sizes.count)
        func hash(_ output: FilePath) -> UInt64 { StableHash(Self.lowercased(output)).value }
        for picture in list { hashes += outputs(of: picture).map(hash) }
        hashes.sort()
        var repeated: Set<UInt64> = []
        for (hash, next) in zip(hashes, hashes.dropFirst()) where hash == next { repeated.insert(hash) }
        guard !repeated.isEmpty else { return Clashes() }
        var users: [FilePath: [User]] = [:]
        for (number, picture) in list.enumerated() {
            for output in outputs(of: picture) where repeated.contains(hash(output)) {
                users[output, default: []].append(User(number: number, element: picture))
            }
        }
        var typedOutputs: [FilePath: Int] = [:]
        var clashes = clashes(among: users) { user in
            // The name with an extension must not be that of another result.
            outputs(of: user.element, keepsType: true).allSatisfy { output in
                let hash = hash(output)
                let index = hashes.partitioningIndex { $0 >= hash }
                let isFree = index == hashes.count || hashes[index] != hash
                defer { typedOutputs[output] = user.number }
                return isFree && typedOutputs[output] ?? user.number == user.number
            }
        }
        let spellings = [[UInt8]: [FilePath]](grouping: users.keys, by: Self.lowercased).values.filter { $0.count > 1 }
        clashes.alike = spellings.map { paths in
            let sorted = paths.sorted { $0.string < $1.string }
            return (sorted[0], sorted[1])
        }.sorted { $0.0.string < $1.0.string }
        return clashes
    }

    private static func lowercased(_ path: FilePath) -> [UInt8] {
        path.bytes.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    }

    /// A picture whose result has the name of another.
    private struct User {
        let number: Int
        let element: PictureList.Element
        var picture: PictureSource { element.source }
    }

    /// - Parameter canKeepType: returns whether the name of a picture's result is its own once it includes the extension.
    private func clashes(among users: [FilePath: [User]], canKeepType: (User) -> Bool) -> Clashes {
        var clashes = Clashes()
        var failures: [Int: (picture: PictureSource, error: FileError)] = [:]
        for (output, all) in users.sorted(by: { $0.key.string < $1.key.string }) where all.count > 1 {
            let companions = all.filter { user in all.contains { user.picture.isCompanion(of: $0.picture) } }
            clashes.companions.formUnion(companions.map(\.number))
            let users = all.filter { !clashes.companions.contains($0.number) }
            let first = users[0]
            guard let other = users.first(where: { !Self.isSame($0.picture, first.picture) }) else {
                clashes.leftOut.formUnion(users.dropFirst().map(\.number))
                continue
            }
            var others: [User] = []
            for user in users.sorted(by: { $0.element.relative.string < $1.element.relative.string })
            where !others.contains(where: { Self.isSame($0.picture, user.picture) }) {
                others.append(user)
            }
            if others.allSatisfy(canKeepType) {
                clashes.typed.formUnion(others.dropFirst().map(\.number))
                clashes.leftOut.formUnion(
                    users.map(\.number).filter { number in !others.contains { $0.number == number } })
                continue
            }
            for user in users {
                let rival = Self.isSame(user.picture, first.picture) ? other.picture : first.picture
                failures[user.number] = (user.picture, Self.error(user.picture, and: rival, output: output))
            }
        }
        clashes.leftOut.formUnion(failures.keys)
        clashes.leftOut.formUnion(clashes.companions)
        clashes.failures = failures.sorted { $0.key < $1.key }.map(\.value)
        return clashes
    }

    static func error(_ picture: PictureSource, and rival: PictureSource, output: FilePath) -> FileError {
        FileError(
            .exists, "\(picture) and \(rival) would both become \(output).",
            .tellApart(base: picture.name == rival.name ? base(of: picture, rival) : nil))
    }

    /// Returns the deepest folder that holds both of two files; `nil` for other pictures.
    private static func base(of picture: PictureSource, _ rival: PictureSource) -> String? {
        guard case .file(var first) = picture, case .file(var second) = rival else { return nil }
        if first.isAbsolute != second.isAbsolute { (first, second) = (first.absolute, second.absolute) }
        let pairs = zip(first.lexicallyNormalized().components, second.lexicallyNormalized().components)
        let base = FilePath(root: first.root, pairs.prefix { $0 == $1 }.map(\.0))
        return base.isEmpty ? "." : "\(base)"
    }

    private static func isSame(_ left: PictureSource, _ right: PictureSource) -> Bool {
        if left == right { return true }
        guard case .file(let left) = left, case .file(let right) = right else { return false }
        return PictureFile.isSame(left, right)
    }
}
