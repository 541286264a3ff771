import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The paths, sizes and formats of the results of a batch.
package struct ResultPlan: Sendable {
    /// A result size, and its text for `{size}`.
    package typealias Size = (label: String, resize: Resize)

    /// The results to make for a pair: a RAW, HEIC or TIFF file and a JPEG with the same name in the same folder.
    package enum Pairs: String, Sendable, CaseIterable {
        /// One result, made from the JPEG.
        case jpeg
        /// Two results. The name of a result made from a RAW, HEIC or TIFF file includes the file type, even if the JPEG is missing.
        case both
    }

    /// The results folder.
    package let folder: FilePath
    /// The sizes, at least one.
    package let sizes: [Size]
    /// The pattern for result names.
    package let pattern: NamePattern
    /// The results to make for pairs.
    package let pairs: Pairs
    /// Returns the encoding for a picture's results.
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

    /// Returns the batch item for a picture.
    ///
    /// - Parameter keepsType: true to include the picture's extension in the result name.
    package func item(for picture: PictureList.Element, keepsType: Bool = false) -> ResizeBatch.Item {
        let encoding = encoding(picture.source)
        let outputs = outputs(of: picture, keepsType: keepsType)
        return ResizeBatch.Item(
            input: picture.source,
            versions: zip(sizes, outputs).map { (resize: $0.resize, encoding: encoding, output: $1) },
            modified: picture.modified)
    }

    private func outputs(of picture: PictureList.Element, keepsType: Bool = false) -> [FilePath] {
        let keepsType = keepsType || pairs == .both && picture.source.isNamedAsCompanion
        let ext = encoding(picture.source).format.fileExtension
        return sizes.map {
            folder.pushing(
                pattern.path(of: picture.relative, size: $0.label, ext: ext, date: picture.date, keepsType: keepsType))
        }
    }

    /// A sequence of batch items for a list, excluding pictures whose results would have the same name.
    package struct Items: Sequence, Sendable {
        private let plan: ResultPlan
        /// The pictures.
        package let list: PictureList
        /// The rejected pictures, with errors that contain the names of both pictures.
        package fileprivate(set) var failures: [(picture: PictureSource, error: FileError)] = []
        /// The indices of omitted list elements: those with errors, companions, and repetitions.
        package fileprivate(set) var leftOut: Set<Int> = []
        /// The indices of RAW, HEIC and TIFF files that are omitted because their JPEGs are used.
        package fileprivate(set) var companions: Set<Int> = []
        /// The indices of pictures whose result names keep the picture's extension, because another picture has the same name without the
        /// extension.
        package fileprivate(set) var typed: Set<Int> = []
        /// Results whose names differ only in the case of ASCII letters. On disks that ignore case, one result replaces the other.
        package fileprivate(set) var alike: [(FilePath, FilePath)] = []

        fileprivate init(of list: PictureList, by plan: ResultPlan) { (self.list, self.plan) = (list, plan) }

        /// The number of items.
        package var count: Int { list.count - leftOut.count }

        /// Returns an iterator over the items.
        package func makeIterator() -> some IteratorProtocol<ResizeBatch.Item> {
            list.enumerated().lazy.filter { !leftOut.contains($0.offset) }
                .map { plan.item(for: $0.element, keepsType: typed.contains($0.offset)) }.makeIterator()
        }

        /// Includes pictures whose results would have the same name, for a run that writes nothing.
        package mutating func allowSameNames() { (failures, leftOut) = ([], companions) }
    }

    /// Returns the batch items for a list. A file that is listed twice is processed once. If pictures differ only in their extensions, the
    /// results of all except the first by name keep the extension in their names.
    package func items(for list: PictureList) -> Items {
        var items = Items(of: list, by: self)
        // Hashes of a million names take 8 MB. Only names with equal hashes, ignoring case, are compared.
        var hashes: [UInt64] = []
        hashes.reserveCapacity(list.count * sizes.count)
        func hash(_ output: FilePath) -> UInt64 { StableHash(Self.lowercased(output)).value }
        for picture in list { hashes += outputs(of: picture).map(hash) }
        hashes.sort()
        var repeated: Set<UInt64> = []
        for (hash, next) in zip(hashes, hashes.dropFirst()) where hash == next { repeated.insert(hash) }
        guard !repeated.isEmpty else { return items }
        var users: [FilePath: [User]] = [:]
        for (number, picture) in list.enumerated() {
            for output in outputs(of: picture) where repeated.contains(hash(output)) {
                users[output, default: []].append(User(number: number, element: picture))
            }
        }
        var typedOutputs: [FilePath: Int] = [:]
        items.resolveClashes(of: users) { user in
            // The name with an extension must not equal the name of another result.
            outputs(of: user.element, keepsType: true).allSatisfy { output in
                let hash = hash(output)
                let index = hashes.partitioningIndex { $0 >= hash }
                let isFree = index == hashes.count || hashes[index] != hash
                defer { typedOutputs[output] = user.number }
                return isFree && typedOutputs[output] ?? user.number == user.number
            }
        }
        let spellings = [[UInt8]: [FilePath]](grouping: users.keys, by: Self.lowercased).values.filter { $0.count > 1 }
        items.alike = spellings.map { paths in
            let sorted = paths.sorted { $0.string < $1.string }
            return (sorted[0], sorted[1])
        }.sorted { $0.0.string < $1.0.string }
        return items
    }

    private static func lowercased(_ path: FilePath) -> [UInt8] {
        path.bytes.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
    }

    /// A picture whose result has the same name as another picture's result.
    fileprivate struct User {
        let number: Int
        let element: PictureList.Element
        var picture: PictureSource { element.source }
    }

    static func error(_ picture: PictureSource, and rival: PictureSource, output: FilePath) -> FileError {
        FileError(
            .exists, "\(picture) and \(rival) would both become \(output).",
            .distinguishNames(base: picture.name == rival.name ? base(of: picture, rival) : nil))
    }

    /// Returns the deepest common folder of two files; `nil` for other pictures.
    private static func base(of picture: PictureSource, _ rival: PictureSource) -> String? {
        guard case .file(var first) = picture, case .file(var second) = rival else { return nil }
        if first.isAbsolute != second.isAbsolute { (first, second) = (first.absolute, second.absolute) }
        let pairs = zip(first.lexicallyNormalized().components, second.lexicallyNormalized().components)
        let base = FilePath(root: first.root, pairs.prefix { $0 == $1 }.map(\.0))
        return base.isEmpty ? "." : "\(base)"
    }

    fileprivate static func isSame(_ left: PictureSource, _ right: PictureSource) -> Bool {
        if left == right { return true }
        guard case .file(let left) = left, case .file(let right) = right else { return false }
        return PictureFile.isSame(left, right)
    }
}

extension ResultPlan.Items {
    /// - Parameter canKeepType: returns true if the name of a picture's result would be unique with the extension.
    fileprivate mutating func resolveClashes(
        of users: [FilePath: [ResultPlan.User]], canKeepType: (ResultPlan.User) -> Bool
    ) {
        var failures: [Int: (picture: PictureSource, error: FileError)] = [:]
        for (output, all) in users.sorted(by: { $0.key.string < $1.key.string }) where all.count > 1 {
            companions.formUnion(
                all.filter { user in all.contains { user.picture.isCompanion(of: $0.picture) } }.map(\.number))
            let users = all.filter { !companions.contains($0.number) }
            let first = users[0]
            guard let other = users.first(where: { !ResultPlan.isSame($0.picture, first.picture) }) else {
                leftOut.formUnion(users.dropFirst().map(\.number))
                continue
            }
            var others: [ResultPlan.User] = []
            for user in users.sorted(by: { $0.element.relative.string < $1.element.relative.string })
            where !others.contains(where: { ResultPlan.isSame($0.picture, user.picture) }) {
                others.append(user)
            }
            if others.allSatisfy(canKeepType) {
                typed.formUnion(others.dropFirst().map(\.number))
                leftOut.formUnion(
                    users.map(\.number).filter { number in !others.contains { $0.number == number } })
                continue
            }
            for user in users {
                let rival = ResultPlan.isSame(user.picture, first.picture) ? other.picture : first.picture
                failures[user.number] = (user.picture, ResultPlan.error(user.picture, and: rival, output: output))
            }
        }
        leftOut.formUnion(failures.keys)
        leftOut.formUnion(companions)
        self.failures = failures.sorted { $0.key < $1.key }.map(\.value)
    }
}
