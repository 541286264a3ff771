/// A 64-bit hash (FNV-1a) that, unlike `Hasher`, gives the same result in every run and on every machine.
package struct StableHash {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init(_ bytes: [UInt8]) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        // The low bits of FNV depend only on the low bits of the bytes, but shards are chosen by the low bits of the hash.
        value ^= value >> 32
    }
}
