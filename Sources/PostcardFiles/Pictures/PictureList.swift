import PlatformLibc
package import PostcardDisk
package import SystemPackage

/// A list of pictures with their paths relative to their base folders, in the order of addition. With a shard, the list contains only some
/// pictures.
///
/// The list uses little memory: beyond a few megabytes, names are moved to a temporary file that is already unlinked.
package struct PictureList: Sendable, Sequence {
    /// A picture in the list.
    package struct Element: Sendable, Hashable {
        /// The source of the picture.
        package let source: PictureSource
        /// The path relative to the base folder. Results keep the folders in this path. For a single file, the path is only the file name.
        package let relative: FilePath
        /// The modification time in seconds since 1970, with milliseconds; `nil` unless an object listing contains the time.
        package let modified: Double?
        /// The date when the picture was taken, such as `2024-06-09T21:14:03`; `nil` if the date is unknown or not needed.
        var date: String?
    }

    /// The number of pictures.
    package private(set) var count = 0
    private let base: FilePath?
    private let shard: Shard?
    private var memory: [UInt8] = []
    private var spilled: OpenFile?
    private var spilledCount = 0
    private static let maximumMemory = 4 << 20

    /// The memory used for names, in bytes.
    var memoryCount: Int { memory.capacity }

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - base: the base folder of all files; `nil` if each file has its own.
    ///   - shard: the part of the pictures to add; `nil` for all.
    package init(base: FilePath? = nil, shard: Shard? = nil) { (self.base, self.shard) = (base, shard) }

    /// Adds a picture, its path relative to its base folder, and its modification time.
    ///
    /// - Throws: `FileError` if the temporary file can't be written, or with code `invalidValue` for a file outside the common base folder.
    package mutating func append(
        _ source: PictureSource, relative: FilePath, modified: Double? = nil, date: String? = nil
    ) throws(FileError) {
        var relative = relative
        if let base, case .file(let path) = source { relative = try Self.relativePath(of: path, below: base) }
        if let shard, !shard.contains(relative) { return }
        // Reserves memory for one more name than needed. Otherwise, the last name would double the capacity.
        if memory.count > 1 << 20, memory.capacity < Self.maximumMemory + 1 << 16 {
            memory.reserveCapacity(Self.maximumMemory + 1 << 17)
        }
        memory += source.bytes
        memory.append(0)
        memory += relative.bytes
        memory.append(0)
        if let modified { memory += "\(Int((modified * 1_000).rounded()))".utf8 }
        memory.append(0)
        // A NUL in untrusted metadata would end the date early.
        memory += (date ?? "").utf8.filter { $0 != 0 }
        memory.append(0)
        count += 1
        if memory.count > Self.maximumMemory { try spill() }
    }

    /// Returns a copy of the list with the dates of its pictures.
    ///
    /// - Parameter date: returns the date when a picture was taken, such as `2024-06-09T21:14:03`; `nil` if the date is unknown.
    /// - Throws: `FileError` if the temporary file can't be written; `CancellationError`.
    package func dated(by date: (PictureSource) async -> String?) async throws -> PictureList {
        var list = PictureList()
        for element in self {
            try Task.checkCancellation()
            try list.append(
                element.source, relative: element.relative, modified: element.modified, date: await date(element.source)
            )
        }
        return list
    }

    private mutating func spill() throws(FileError) {
        let file: OpenFile
        if let spilled {
            file = spilled
        } else {
            let path = FileSystem.temporaryFolder.appending("postcard-\(getpid()).list")
            _ = try FileSystem.remove(path)
            file = try OpenFile(path, .creating)
            try FileSystem.remove(path)
            spilled = file
        }
        try file.write(memory, at: spilledCount)
        spilledCount += memory.count
        memory.removeAll(keepingCapacity: true)
    }

    /// Returns an iterator over the pictures.
    package func makeIterator() -> Iterator { Iterator(list: self) }

    /// An iterator over the pictures.
    package struct Iterator: IteratorProtocol {
        private let file: OpenFile?
        private let memory: [UInt8]
        private let spilledCount: Int
        private var buffer: ArraySlice<UInt8> = []
        private var offset = 0
        private var isAtMemory = false

        fileprivate init(list: PictureList) {
            file = list.spilled
            memory = list.memory
            spilledCount = list.spilledCount
        }

        /// Returns the next picture; `nil` at the end, or if the temporary file is unreadable.
        package mutating func next() -> Element? {
            guard let source = nextText(), let relative = nextText(), let time = nextText(), let date = nextText()
            else {
                return nil
            }
            return Element(
                source: PictureSource(bytes: Array(source)), relative: FilePath(bytes: relative),
                modified: Int(String(decoding: time, as: UTF8.self)).map { Double($0) / 1_000 },
                date: date.isEmpty ? nil : String(decoding: date, as: UTF8.self))
        }

        private mutating func nextText() -> ArraySlice<UInt8>? {
            while true {
                if let count = buffer.withUnsafeBytes({ $0.firstIndex(of: 0, from: 0) }) {
                    defer { buffer = buffer.dropFirst(count + 1) }
                    return buffer.prefix(count)
                }
                if offset < spilledCount, let file,
                    let piece = try? file.read(Swift.min(1 << 16, spilledCount - offset), at: offset), !piece.isEmpty
                {
                    offset += piece.count
                    buffer = (Array(buffer) + piece)[...]
                } else if !isAtMemory {
                    isAtMemory = true
                    buffer = (Array(buffer) + memory)[...]
                } else {
                    return nil
                }
            }
        }
    }
}

extension PictureList {
    /// Returns the path of a file relative to a folder. Links are not resolved.
    ///
    /// - Throws: `FileError` with code `invalidValue` if the file is not in the folder.
    static func relativePath(of path: FilePath, below base: FilePath) throws(FileError) -> FilePath {
        guard let relative = path.absolute.below(base.absolute) else {
            throw FileError(.invalidValue, "\(path) is not in \(base), the --base folder.")
        }
        return relative
    }
}
