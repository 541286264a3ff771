import PostcardImaging

/// libFuzzer's own main function, which stays with it when the program has one.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// Feeds every way in with what libFuzzer makes up from the small fixtures.
@main
enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, &arguments) { data, count in
            Fuzz.feed(Array(UnsafeBufferPointer(start: data, count: count)))
            return 0
        }
    }

    private static func feed(_ bytes: [UInt8]) {
        let limits = DecodingLimits(pixels: 1_000_000, frames: 20)
        _ = try? ImageHeader(of: bytes.span.bytes)
        let recover = (bytes.last ?? 0) % 2 == 0
        let small = DecodingOptions(
            resize: Resize(into: .square(9), fit: .cover(.detail)), limits: limits, recover: recover)
        _ = try? Image(decoding: bytes, options: small)
        _ = try? Image(decoding: bytes, options: DecodingOptions(limits: limits, recover: !recover))
        feedSizes(bytes)
    }

    /// Size arithmetic gets the same bytes as numbers.
    private static func feedSizes(_ bytes: [UInt8]) {
        guard bytes.count >= 32 else { return }
        let numbers = bytes.withUnsafeBytes { buffer in
            (0..<4).map { Int(buffer.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) >> 1) }
        }
        let size = PixelSize(width: max(1, numbers[0]), height: max(1, numbers[1]))
        let box = PixelSize(width: numbers[2], height: numbers[3])
        for fit in [Resize.Fit.inside, .exact, .cover, .pad(.black)] {
            for enlarges in [false, true] {
                let result = Resize(into: box, fit: fit, enlarges: enlarges).size(for: size)
                precondition(result.width > 0 && result.height > 0, "a size of nothing")
            }
        }
    }
}
