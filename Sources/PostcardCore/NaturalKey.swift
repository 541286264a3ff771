/// A key that sorts file names in natural order: numbers by value, so that IMG_2 comes before IMG_10, and letters ignoring case.
///
/// Case and leading zeros decide only between names that are otherwise equal.
package struct NaturalKey: Comparable, Sendable {
    private let bytes: [UInt8]

    /// Makes the key for a name of at most 255 bytes, as on disks, in UTF-8 or another encoding that extends ASCII.
    package init(_ name: some Collection<UInt8>) {
        var (key, tie): ([UInt8], [UInt8]) = ([], [])
        var rest = Array(name)[...]
        while let byte = rest.first {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            if digits.isEmpty {
                key.append(0x41...0x5A ~= byte ? byte + 0x20 : byte)
                tie.append(byte)
                rest.removeFirst()
            } else {
                // The number with more digits is larger.
                let number = digits.drop { $0 == 0x30 }
                key += [0x30, UInt8(clamping: number.count)] + number
                tie.append(UInt8(clamping: digits.count - number.count))
                rest = rest.dropFirst(digits.count)
            }
        }
        bytes = key + [0] + tie
    }

    package static func < (first: NaturalKey, second: NaturalKey) -> Bool {
        first.bytes.lexicographicallyPrecedes(second.bytes)
    }
}
