import HTTPTypes
import NIOCore
import PostcardCore

/// The reasons for which the service has a request come again later.
enum Overload: String, CaseIterable {
    case pixels, decoders, sheets, fetches, videos, library, places, shares, jobs, memory, rate
    case sourceBytes = "source_bytes"
    case fetchedBytes = "fetched_bytes"
    case uploadBytes = "upload_bytes"
    case responseBytes = "response_bytes"
    case openFiles = "open_files"
}

/// Lets only so much of something be in use at a time; requests that are refused are answered as overload is.
typealias WeightedSemaphore = PostcardCore.WeightedSemaphore<HTTPError>

extension WeightedSemaphore {
    /// `resource` is what there is too much of when somebody is refused.
    convenience init(total: Int, of resource: Overload, queueLimit: Int, timeout: Duration) {
        self.init(total: total, queueLimit: queueLimit, timeout: timeout, refusal: .overloaded(resource))
    }
}

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

/// Does `work`, and cancels it when it takes longer than `limit`.
///
/// - Throws: what the work throws; `HTTPError` with status 504 when time is up.
func withDeadline<Result: Sendable>(
    _ limit: Duration, _ detail: String = "The picture's server takes too long.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(limit, throwing: HTTPError(.gatewayTimeout, detail), do: work)
}
