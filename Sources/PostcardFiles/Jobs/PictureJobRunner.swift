import PostcardCrypto
import PlatformFoundation
package import PostcardCore
import PostcardDisk
package import PostcardImaging
import SystemPackage

/// A runner of jobs, which may run simultaneously.
package struct PictureJobRunner: Sendable {
    let limits: DecodingLimits
    private let recover: Bool
    let existing: PictureJob.ExistingResult
    private let recipe: PictureRecipe?
    private let timeout: Duration?
    /// The limit on the number of jobs that compute at the same time.
    private let permits: WeightedSemaphore<CancellationError>
    private let watermarks = WatermarkCache()
    private let places = ResultPlaces()
    let fetch: PictureSource.Fetch
    let store: (any ByteStore)?
    private let describe: @Sendable (any Error) -> PictureJobError

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: the limits for all pictures, including watermarks, and for results.
    ///   - recover: whether the readable part of a damaged file is used, with a warning.
    ///   - existing: the treatment of existing files, for outputs that name none.
    ///   - recipe: the operations and outputs, for jobs that name none. With a recipe, a line may be a plain path or address.
    ///   - timeout: the longest time for one job; `nil` for no limit.
    ///   - workers: the number of jobs that may compute at the same time; others can read and write meanwhile.
    ///   - describe: converts an error for the result.
    ///   - store: the store for results at `s3://` addresses.
    ///   - fetch: fetches pictures from addresses.
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

    /// Runs the job of a line. Errors are part of the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8; with a recipe also a path or an address.
    ///   - number: the number of the line, as the id of a job without one.
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
        // All outputs are checked first: a job that fails writes nothing, and a job whose results exist decodes nothing.
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

    /// Runs `body`, which checks or writes the places of results, and marks its errors as those of results, except errors with one of `codes`.
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

/// The time at which a job must end; `nil` in it means no limit.
private struct Deadline: Sendable {
    let instant: ContinuousClock.Instant?

    /// Checks the deadline.
    ///
    /// - Throws: `PictureJobError` with code `timeout`; `CancellationError`.
    func check() throws {
        if let instant, ContinuousClock.now > instant { throw Self.error }
        try Task.checkCancellation()
    }

    static let error = PictureJobError(.timeout, "The job took longer than it may. Allow more with --job-seconds.")
}

extension PictureJobRunner {
    /// Runs `body` with the timeout. A waiting job is cancelled. A computing job must check the deadline itself, since it may occupy the thread of
    /// the timer.
    private func withTimeout(
        _ body: @escaping @Sendable (Deadline) async throws -> PictureJobResult
    ) async throws -> PictureJobResult {
        guard let timeout else { return try await body(Deadline(instant: nil)) }
        let deadline = Deadline(instant: .now + timeout)
        return try await PostcardCore.withTimeout(timeout, throwing: Deadline.error) { try await body(deadline) }
    }
}

extension PictureJob {
    /// Makes a job of a line that is a plain path or address.
    fileprivate init(named bytes: some Collection<UInt8>, recipe: PictureRecipe) throws(LibraryError) {
        let source = PictureSource(bytes: Array(bytes))
        input = .source(source == .standardInput ? .file("-") : source)
        id = input.name.map(ID.text)
        self.recipe = try recipe.filled(for: input, id: id)
    }
}

extension PictureJob.Input {
    /// Returns the bytes of the file.
    ///
    /// - Throws: `LibraryError` as `PictureFile.read`, and the error of `fetch`.
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
