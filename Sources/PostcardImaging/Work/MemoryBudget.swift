import PostcardCore

/// The memory and the threads that pictures in progress share.
///
/// ```swift
/// let budget = MemoryBudget(byteCount: 256 << 20, threads: 2)
/// let gray = try await budget.run(64 << 20) {
///     try Image(decoding: bytes).filtered(.grayscale()).encoded(as: .jpeg())
/// }
/// ```
///
/// Work waits in order of arrival until enough memory and a thread are free. Work that needs more than the whole budget waits for the whole
/// budget. The numbers are estimates, so give a budget about a quarter of the memory of the machine or the container.
public final class MemoryBudget: Sendable {
    /// 512 MiB, and a thread for each processor. Functions use this budget by default.
    public static let shared = MemoryBudget(byteCount: 512 << 20)

    private let memory: WeightedSemaphore<CancellationError>
    private let threads: WeightedSemaphore<CancellationError>

    /// Makes a budget.
    ///
    /// - Parameters:
    ///   - byteCount: the total number of bytes that pictures in progress can use, at least 1.
    ///   - threads: the number of pictures that are processed at the same time, at least 1; `nil` for the number of processors.
    public init(byteCount: Int, threads: Int? = nil) {
        memory = WeightedSemaphore(total: max(1, byteCount), refusal: CancellationError())
        self.threads = WeightedSemaphore(total: max(1, threads ?? processorCount), refusal: CancellationError())
    }

    /// Runs work on pictures on a thread outside the cooperative pool, once `byteCount` bytes are free.
    ///
    /// If the task is canceled, calls to this module within the work stop at their next checkpoint: after at most 262,144 pixels, or a
    /// frame of an animation. Decoding a WebP file is a single step, and so is writing an AVIF file or a frame of a GIF. Other code in the
    /// work can call `Task.checkCancellation()`.
    ///
    /// - Parameter byteCount: the approximate memory that the work needs. A decoded picture takes 4 bytes per pixel.
    /// - Throws: any error that `work` throws; `CancellationError` if the task is canceled.
    @concurrent public func run<Value: Sendable>(
        _ byteCount: Int, _ work: @Sendable () throws -> Value
    ) async throws -> Value {
        try await withPermits(byteCount) {
            try await WorkThreads.pictures.run { try ImageWork.run(work) }
        }
    }

    /// Calls `work` once `byteCount` bytes and a thread are free.
    ///
    /// - Throws: any error that `work` throws; `CancellationError` if the task is canceled.
    package func withPermits<Value: Sendable>(
        _ byteCount: Int, do work: () async throws -> Value
    ) async throws -> Value {
        try await memory.with(byteCount) { try await threads.with(1, do: work) }
    }
}
