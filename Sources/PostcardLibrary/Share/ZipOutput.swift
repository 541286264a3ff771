import PostcardCore
import SystemPackage

/// The output of a share to a zip archive (APPNOTE.TXT 6.3). Files are stored as they are: pictures and videos are already compressed.
struct ZipOutput: ShareOutput {
    private struct Entry {
        let name: [UInt8]
        let checksum: UInt32
        let size: Int
        let offset: Int
    }

    private let path: FilePath
    /// The archive under its temporary name. This file is removed unless the archive is finished.
    private let temporary: TemporaryFile
    private var file: OpenFile { temporary.file }
    private let time: [UInt8]
    private var entries: [Entry] = []
    private var end = 0

    /// The maximum length, in bytes, of an archive without the 64-bit extension.
    private static let maximumBytes = Int(UInt32.max) - 1

    /// Begins an archive. `time` is the modification time of the archive's files.
    ///
    /// - Throws: `FileError` with code `exists` for an existing file that must not be replaced.
    init(_ path: FilePath, replacing: Bool, time: WallTime) throws(FileError) {
        let isFree = try FileSystem.status(of: path) == nil
        guard replacing || isFree else {
            throw FileError(.exists, "\(path) already exists.", .replace(.file))
        }
        self.path = path
        self.time = Self.dosTime(time)
        temporary = try TemporaryFile(creating: PictureFile.temporaryPath(in: path.removingLastComponent()))
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try Self.check(name)
        let checksum = bytes.withUnsafeBytes { CRC32.checksum(of: $0) }
        let header = header(name, checksum: checksum, size: bytes.count)
        try file.write(header, at: end)
        try file.write(bytes, at: end + header.count)
        try record(name, checksum, bytes.count, header: header.count)
    }

    mutating func add(_ name: String, copyOf path: FilePath, _ edit: FileEdit) throws(FileError) {
        try Self.check(name)
        let source = try OpenFile(path, .reading)
        let length = header(name, checksum: 0, size: 0).count
        var checksum = CRC32()
        let size = try file.append(source, at: end + length, edit) { checksum.update($0) }
        try file.write(header(name, checksum: checksum.value, size: size), at: end)
        try record(name, checksum.value, size, header: length)
    }

    mutating func finish() throws(FileError) {
        var directory: [UInt8] = []
        for entry in entries {
            directory += number(0x0201_4B50, 4) + number(0x031E, 2)
            directory += fields(checksum: entry.checksum, size: entry.size) + number(entry.name.count, 2)
            directory += number(0, 8) + number(0o100644 << 16, 4) + number(entry.offset, 4) + entry.name
        }
        var tail = number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
        tail += number(directory.count, 4) + number(end, 4) + number(0, 2)
        guard entries.count < 0xFFFF, end + directory.count < Self.maximumBytes else { throw tooLarge }
        try file.write(directory + tail, at: end)
        try temporary.move(to: path)
    }

    private mutating func record(
        _ name: String, _ checksum: UInt32, _ size: Int, header: Int
    ) throws(FileError) {
        guard end + header + size < Self.maximumBytes else { throw tooLarge }
        entries.append(Entry(name: Array(name.utf8), checksum: checksum, size: size, offset: end))
        end += header + size
    }

    private var tooLarge: FileError {
        FileError(.tooLarge, "A zip archive can't be larger than 4 GB. Share to a folder instead.")
    }

    private func header(_ name: String, checksum: UInt32, size: Int) -> [UInt8] {
        number(0x0403_4B50, 4) + fields(checksum: checksum, size: size) + number(name.utf8.count, 2) + number(0, 2)
            + Array(name.utf8)
    }

    /// Returns the common fields of both headers of a file: version 2.0, names in UTF-8, no compression.
    private func fields(checksum: UInt32, size: Int) -> [UInt8] {
        number(20, 2) + number(0x0800, 2) + number(0, 2) + time + number(Int(checksum), 4) + number(size, 4)
            + number(size, 4)
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns the time and date in MS-DOS format, which counts from 1980 in steps of two seconds.
    private static func dosTime(_ time: WallTime) -> [UInt8] {
        let parts = time.description.prefix(19).split { !$0.isNumber }.compactMap { Int($0) }
        guard parts.count == 6 else { return [0, 0, 0x21, 0] }
        let clock = parts[3] << 11 | parts[4] << 5 | parts[5] / 2
        let day = max(0, parts[0] - 1980) << 9 | parts[1] << 5 | parts[2]
        return [clock, day].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
