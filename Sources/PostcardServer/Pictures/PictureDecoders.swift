import NIOCore
import PostcardCore

/// The processes that decode pictures: as many at a time as there are processors, and no more than there is memory for.
///
/// Threads wait for them. There are more threads, so that pictures that need no process never wait for one.
struct PictureDecoders: Sendable {
    private let memory: WeightedSemaphore

    /// Bytes for each processor: 12 megapixels of HEIC.
    private static let memoryEach = 320 << 20

    /// `admission` makes a semaphore of so many bytes.
    init(_ admission: (_ total: Int) -> WeightedSemaphore) {
        memory = admission(System.coreCount * Self.memoryEach)
    }

    /// Does work in which one process at a time decodes, as soon as there is room for the largest. `bytes` is the memory of that; 0 for no
    /// process.
    func with<Value: Sendable>(_ bytes: Int, do work: () async throws -> Value) async throws -> Value {
        guard bytes > 0 else { return try await work() }
        return try await memory.with(max(bytes, Self.memoryEach), do: work)
    }
}
