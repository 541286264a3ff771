import PostcardDisk
import SystemPackage

/// The file for quarantined lines, `index.damaged-<number>.jsonl`. The file is created when the first line is quarantined.
struct DamagedLinesFile {
    private let directory: FilePath
    private var number: Int
    private var file: OpenFile?
    private var size = 0

    /// The file name prefix for quarantined lines.
    static let namePrefix = "index.damaged-"

    /// Prepares a file. `number` is the first number to try in the file name.
    init(in directory: FilePath, number: Int) {
        self.directory = directory
        self.number = number
    }

    /// Appends a line, or a piece of a line if `isWhole` is `false`, without the line break.
    mutating func append(_ bytes: UnsafeRawBufferPointer, isWhole: Bool = true) throws(FileError) {
        let file: OpenFile
        if let open = self.file { file = open } else { file = try make() }
        self.file = file
        try file.write(bytes, at: size)
        size += bytes.count
        guard isWhole else { return }
        try file.write([UInt8(ascii: "\n")], at: size)
        size += 1
    }

    /// Makes the file durable, and returns its path; `nil` if no line was appended.
    func finish() throws(FileError) -> FilePath? {
        guard let file else { return nil }
        try file.synchronize()
        try FileSystem.synchronizeDirectory(directory)
        return file.path
    }

    /// Returns the prefixes of all blob hashes in a folder's quarantined lines.
    static func hashes(in directory: FilePath) throws(FileError) -> Set<UInt64> {
        var hashes: Set<UInt64> = []
        for name in try FileSystem.names(in: directory) where name.hasPrefix(namePrefix) {
            let file = try OpenFile(directory.appending(name), .reading)
            var offset = 0
            while case let piece = try file.read(1 << 20, at: offset), !piece.isEmpty {
                for hash in BlobHash.all(in: piece) { hashes.insert(hash.prefix) }
                // A hash that is split at the end of a piece is read again with the next piece.
                offset += piece.count < BlobHash.length ? piece.count : piece.count - (BlobHash.length - 1)
            }
        }
        return hashes
    }

    private mutating func make() throws(FileError) -> OpenFile {
        while true {
            let path = directory.appending("\(Self.namePrefix)\(number).jsonl")
            if let file = try OpenFile(path, .creating, unless: .fileExists) { return file }
            number += 1
        }
    }
}
