import PostcardCore

extension [UInt8] {
    /// Appends a PNG chunk. The chunk gets a wrong checksum if `isSound` is false.
    mutating func append(chunk name: String, _ content: some Collection<UInt8>, isSound: Bool = true) {
        self += [UInt8](bigEndian: content.count, count: 4)
        let start = count
        self += Array(name.utf8)
        self += content
        let checksum = Int(self[start...].withUnsafeBytes { CRC32.checksum(of: $0) })
        self += [UInt8](bigEndian: isSound ? checksum : ~checksum, count: 4)
    }
}
