import PostcardCrypto
import PlatformFoundation
package import PostcardCore
import PostcardDisk
package import PostcardImaging
import SystemPackage

/// Does jobs, one at a time or many at once.
package struct PictureJobRunner: Sendable {
    let limits: DecodingLimits
    private let recover: Bool
    let existing: PictureJob.ExistingResult
    private let recipe: PictureRecipe?
    private let timeout: Duration?
    /// The jobs that may compute at the same time.
    private let permits: WeightedSemaphore<CancellationError>
    private let watermarks = WatermarkCache()
    private let places = ResultPlaces()
    let fetch: PictureSource.Fetch
    let store: (any ByteStore)?
    private let describe: @Sendable (any Error) -> PictureJobError

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: hold for every picture, watermarks too, and for results.
    ///   - recover: whether what can be read of damaged files is taken, with a warning.
    ///   - existing: the treatment of files that are there, for jobs that say nothing else.
    ///   - recipe: the operations and outputs of jobs that say nothing else. With it a line may be a bare path or address.
    ///   - timeout: the longest time for one job; `nil` for as long as it takes.
    ///   - workers: the number of jobs that may decode and draw at the same time; others read and write meanwhile.
    ///   - describe: what results say of an error.
    ///   - store: keeps results at `s3://` addresses.
    ///   - fetch: gets pictures from addresses.
    package init(
        limits: DecodingLimits, recover: Bool, existing: PictureJob.ExistingResult, recipe: PictureRecipe? = nil,
        timeout: Duration? = nil, workers: Int = 1,
        describe: @escaping @Sendable (any Error) -> PictureJobError = { PictureJobError($0) },
        store: (any ByteStore)? = nil,
        fetch: @escaping PictureSource.Fetch
    ) {
        self.limits = limits
        self.recover = recover
        self.existing = existing
        self.recipe = recipe
        self.timeout = timeout
        permits = WeightedSemaphore(total: workers, refusal: CancellationError())
        self.fetch = fetch
        self.store = store
        self.describe = describe
    }

    /// Does the job that a line asks for. Whatever goes wrong is in the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8; with a recipe also a path or an address.
    ///   - number: names a job without an id.
    /// - Returns: the result, or the error.
    package func result(of line: [UInt8], number: Int) async -> PictureJobResult {
        let job: PictureJob
        do {
            job = try self.job(of: line)
        } catch {
            let id = (try? JSONDecoder().decode(JobName.self, from: Data(line)))?.id ?? .number(number)
            let reason = (error as? DecodingError)?.explanation ?? "\(error)"
            return PictureJobResult(
                failed: id, PictureJobError(.invalidJob, "Line \(number) is not a job: \(reason)"))
        }
        let id = job.id ?? .number(number)
        var claimed: [PictureDestination] = []
        do {
            claimed = try places.claim(job.recipe.outputs.compactMap(\.place), for: id)
            return try await withTimeout { deadline in try await run(job, id: id, until: deadline) }
        } catch {
            places.release(claimed)
            return PictureJobResult(failed: id, describe(error))
        }
    }

    private struct JobName: Decodable {
        let id: PictureJob.ID
    }

    private func job(of line: [UInt8]) throws -> PictureJob {
        if let recipe, line.first(where: { $0 != 0x20 && $0 != 0x09 }) != UInt8(ascii: "{") {
            let isWindows = line.last == UInt8(ascii: "\r")
            return try PictureJob(named: isWindows ? line.dropLast() : line, recipe: recipe)
        }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.recipe { decoder.userInfo[key] = recipe }
        return try decoder.decode(PictureJob.self, from: Data(line))
    }

    private func run(_ job: PictureJob, id: PictureJob.ID, until deadline: Deadline) async throws -> PictureJobResult {
        let recipe = job.recipe
        var versions: [PictureConversion.Version] = []
        var found: [PictureJobResult.Output?] = []
        // All are looked at first: nothing is written for a job that fails, nor decoded for one whose results are there.
        try await atPlaces(sparing: [.exists, .invalidJob, .unsupported, .interrupted, .timeout]) {
            for output in recipe.outputs {
                versions.append(try output.version(defaultQuality: recipe.defaultQuality))
                found.append(try await kept(output))
            }
        }
        let missing = found.indices.filter { found[$0] == nil }
        let wanted = missing.map { versions[$0] }
        var result = PictureJobResult(id: id)
        if recipe.describesSource || !missing.isEmpty {
            let source = try await job.input.bytes(maximumBytes: limits.bytes, fetch: fetch)
            let header = try ImageHeader(of: source.span.bytes)
            if recipe.describesSource { result.source = PictureJobResult.Source(source, header) }
            if !missing.isEmpty {
                let conversion = try await PictureConversion(
                    of: recipe.operations, limits: limits, recover: recover, watermarks: watermarks, fetch: fetch)
                let made = try await permits.with(1) {
                    try ImageWork.run(checkpoint: { try deadline.check() }) {
                        try conversion.results(of: source, header: header, versions: wanted)
                    }
                }
                try deadline.check()
                try await atPlaces(sparing: [.exists]) {
                    for (number, file) in zip(missing, made.results) {
                        found[number] = try await write(file, as: recipe.outputs[number])
                    }
                }
                result.warnings = made.warnings.isEmpty ? nil : made.warnings
            }
        }
        let outputs = found.compactMap { $0 }
        if recipe.hasList { result.outputs = outputs } else { result.output = outputs.first }
        return result
    }

    /// Looks at the places of results, or writes there. Its errors are marked as such of results, but for those with these codes.
    private func atPlaces(sparing codes: Set<PictureJobError.Code>, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            var error = describe(error)
            error.isOfResult = !codes.contains(error.code)
            throw error
        }
    }
}

/// The end of the time for a job.
private struct Deadline: Sendable {
    let instant: ContinuousClock.Instant?

    /// - Throws: `PictureJobError` with code `timeout`; `CancellationError`.
    func check() throws {
        if let instant, ContinuousClock.now > instant { throw Self.error }
        try Task.checkCancellation()
    }

    static let error = PictureJobError(.timeout, "The job took longer than it may. Allow more with --job-seconds.")
}

extension PictureJobRunner {
    /// A task that waits is cancelled when time is up; one that computes looks at the deadline, since it may leave no thread for others.
    private func withTimeout(
        _ body: @escaping @Sendable (Deadline) async throws -> PictureJobResult
    ) async throws -> PictureJobResult {
        guard let timeout else { return try await body(Deadline(instant: nil)) }
        let deadline = Deadline(instant: .now + timeout)
        return try await PostcardCore.withTimeout(timeout, throwing: Deadline.error) { try await body(deadline) }
    }
}

extension PictureJob {
    /// A job from a line that is a path or an address and no more.
    fileprivate init(named bytes: some Collection<UInt8>, recipe: PictureRecipe) throws(LibraryError) {
        let source = PictureSource(bytes: Array(bytes))
        input = .source(source == .standardInput ? .file("-") : source)
        id = input.name.map(ID.text)
        self.recipe = try recipe.filled(for: input, id: id)
    }
}

extension PictureJob.Input {
    /// The bytes of the file.
    ///
    /// - Throws: `LibraryError` as `PictureFile.read`, and what `fetch` throws.
    func bytes(maximumBytes: Int, fetch: PictureSource.Fetch) async throws -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .source(let source): try await source.bytes(maximumBytes: maximumBytes, fetch: fetch)
        }
    }
}

extension PictureJobResult.Source {
    fileprivate init(_ file: [UInt8], _ header: ImageHeader) {
        self.init(
            format: header.format.rawValue, width: header.size.width, height: header.size.height, bytes: file.count,
            sha256: Hexadecimal.encode(SHA256.hash(data: file)))
    }
}
