import Foundation

/// Feeds every prefix of every file in a folder, and damaged copies of each, to the decoders. Unlike fuzzing, the sweep is exhaustive.
enum Sweep {
    private static let targets: [Target] = [.header, .still, .recover, .gif]
    /// The number of copies of each file with one changed byte. The 200 small fixtures yield more than 10,000 copies.
    private static let damages = 100

    static func run(_ folder: String, share: Int, of shares: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var tried = 0
        for (index, name) in names.enumerated() where index % shares == share {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            let bytes = [UInt8](data)
            for length in 0...bytes.count { feed(Array(bytes[..<length])) }
            var random = SplitMix(state: UInt64(bytes.count))
            for _ in 0..<damages where !bytes.isEmpty {
                var damaged = bytes
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                feed(damaged)
            }
            tried += bytes.count + 1 + damages
            print("\(name): \(bytes.count + 1) prefixes; \(tried) files so far")
        }
    }

    private static func feed(_ bytes: [UInt8]) {
        for target in targets { target.feed(bytes) }
    }

    /// S. Vigna's SplitMix64, so the damage is the same in every run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}
