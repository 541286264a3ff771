import CPostcardShims

/// Inflates the compressed data of a PNG file, which its chunks divide anywhere, part by part.
final class PNGInflater {
    private let inflater: OpaquePointer
    private let bytes: UnsafeRawBufferPointer
    private var chunks: ArraySlice<Range<Int>>
    /// What is left of the chunk that is being read.
    private var rest = 0..<0

    /// `nil` when ISA-L is not installed, and where libpng has the last word on the chunks. `bytes` must outlive the inflater.
    init?(_ bytes: UnsafeRawBufferPointer, dataOffset: Int) {
        guard let inflater = postcard_inflater_create() else { return nil }
        self.inflater = inflater
        self.bytes = bytes
        chunks = PNGChunks(in: bytes, at: dataOffset)?.data[...] ?? []
        if chunks.isEmpty { return nil }
    }

    deinit { postcard_inflater_destroy(inflater) }

    /// Fills `count` bytes; `false` when the data are damaged or end before.
    func read(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
        var written = 0
        while written < count {
            guard let step = run(target + written, room: count - written) else { return false }
            written += step.written
            guard written == count || !step.is_over else { return false }
        }
        return true
    }

    /// `true` if the data end here, and their check sum is right.
    func isOver() -> Bool {
        var excess: UInt8 = 0
        while let step = run(&excess, room: 1), step.written == 0 {
            if step.is_over { return rest.isEmpty && chunks.allSatisfy(\.isEmpty) }
        }
        return false
    }

    /// `nil` when the data are damaged or used up.
    private func run(_ target: UnsafeMutablePointer<UInt8>, room: Int) -> postcard_inflation? {
        while rest.isEmpty, let next = chunks.popFirst() { rest = next }
        guard let start = bytes.baseAddress else { return nil }
        let isUsedUp = rest.isEmpty
        let step = postcard_inflater_run(
            inflater, (start + rest.lowerBound).assumingMemoryBound(to: UInt8.self), rest.count, target, room)
        rest = rest.dropFirst(step.read)
        return step.is_sound && (step.is_over || step.written > 0 || !isUsedUp) ? step : nil
    }
}
