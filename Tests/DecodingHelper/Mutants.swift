import PostcardCore
import PostcardImaging

/// Damaged copies of a file, each made from its number alone. Two processes whose memory is filled with different values
/// (`MALLOC_PERTURB_`) print the same lines, unless a decoder returns uninitialized memory as pixels.
struct Mutants {
    let original: [UInt8]
    let isolation: Isolation?

    func printDigests(_ numbers: Range<UInt64>) {
        for number in numbers { print(number, digest(of: mutant(number), recover: number % 2 == 1)) }
    }

    func mutant(_ number: UInt64) -> [UInt8] {
        var generator = SeededRandom(seed: number)
        func random(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        var bytes = original
        for _ in 0...random(below: 3) where !bytes.isEmpty {
            let place = random(below: bytes.count)
            let length = min(1 + random(below: 16), bytes.count - place)
            switch random(below: 7) {
            case 0, 1: bytes[place] ^= 1 << UInt8(random(below: 8))
            case 2: bytes[place] = UInt8(random(below: 256))
            case 3: bytes[place] = random(below: 2) == 0 ? 0 : 255
            case 4: bytes.removeSubrange(place..<place + length)
            case 5: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            default: if random(below: 4) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }

    private func digest(of bytes: [UInt8], recover: Bool) -> String {
        let options = DecodingOptions(
            limits: DecodingLimits(pixels: 1 << 20, isolation: isolation), toleratesDamage: recover)
        do {
            let image = try Image(decoding: bytes, options: options)
            // FNV-1a.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for y in 0..<image.size.height {
                for x in 0..<image.size.width {
                    let pixel = image[x, y]
                    for level in [pixel.red, pixel.green, pixel.blue, pixel.alpha] {
                        hash = (hash ^ UInt64(level)) &* 0x100_0000_01B3
                    }
                }
            }
            return "\(image.size) \(String(hash, radix: 16))"
        } catch {
            return "\(error.code)"
        }
    }
}
