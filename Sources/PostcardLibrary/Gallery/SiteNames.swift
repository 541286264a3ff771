import PostcardCore
import SystemPackage

/// The names of files and folders in a site: lowercase `a` to `z`, digits, `-` and `_`. These names are valid in every file system, including
/// file systems that ignore case or normalize Unicode, and need no encoding in URLs.
enum SiteNames {
    private static let maximumLength = 60
    /// The names of devices on Windows.
    private static let devices = Set<NameKey>(
        names: ["con", "prn", "aux", "nul"] + ["com", "lpt"].flatMap { port in (0...9).map { "\(port)\($0)" } })

    /// Returns a name in the site for each of the original names in a folder.
    ///
    /// A name is derived from the original name alone, and ends with part of the original's hash if the original contains non-ASCII characters.
    /// If originals differ only in case, punctuation or type, every original except the first also gets a hash.
    ///
    /// - Parameters:
    ///   - originals: the original names, with file extensions.
    ///   - keepsExtension: true for folders, whose names have no file extension.
    ///   - fallback: the word for originals without ASCII alphanumeric characters.
    static func names(
        for originals: [FilePath.Component], keepsExtension: Bool, fallback: String
    ) -> [String] {
        let words = originals.map { original in
            let stem = keepsExtension ? original.bytes : Array(original.bytes.prefix(stemLength(of: original.bytes)))
            return (slug: slug(of: stem), stem: stem)
        }
        // An original that equals its slug has precedence over other originals with the same slug.
        let order = originals.indices.sorted { first, second in
            let keys = [first, second].map { words[$0].stem.elementsEqual(words[$0].slug.text.utf8) ? 0 : 1 }
            return keys[0] == keys[1]
                ? originals[first].bytes.lexicographicallyPrecedes(originals[second].bytes) : keys[0] < keys[1]
        }
        var names = [String](repeating: "", count: originals.count)
        var taken: Set<NameKey> = []
        for index in order {
            let slug = words[index].slug
            var name = slug.text.isEmpty ? fallback : slug.text
            if slug.isLossy || taken.contains(name) || isReserved(name) {
                let hash = StableHash(originals[index].bytes).value & 0xFFFF_FFFF
                name += "-\(hash.padded(to: 8, radix: 16))"
            }
            // Hostile names can have equal hashes.
            let base = name
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(base)-\(number)"
                number += 1
            }
            names[index] = name
        }
        return names
    }

    /// Returns true for the names of devices and of an album's pages.
    private static func isReserved(_ name: String) -> Bool {
        name == "index" || name.hasPrefix("index-") || devices.contains(name)
    }

    private static func stemLength(of name: [UInt8]) -> Int {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name.count }
        return dot
    }

    /// Returns a name in lowercase, with `-` in place of characters other than ASCII alphanumeric characters and underscores.
    ///
    /// - Returns: the text; and true if the name contains control characters or non-ASCII characters, is empty, or was cut.
    private static func slug(of name: [UInt8]) -> (text: String, isLossy: Bool) {
        var bytes: [UInt8] = []
        for byte in name {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "_"): bytes.append(byte)
            case 0x41...0x5A: bytes.append(byte + 0x20)
            default: if let last = bytes.last, last != UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
            }
        }
        while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        let isCut = bytes.count > maximumLength
        let isASCII = name.allSatisfy { 0x20..<0x7F ~= $0 }
        return (String(decoding: bytes.prefix(maximumLength), as: UTF8.self), isCut || !isASCII || bytes.isEmpty)
    }
}
