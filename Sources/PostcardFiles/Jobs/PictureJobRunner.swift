import PlatformFoundation
package import PostcardCore
import PostcardCrypto
import PostcardDisk
package import PostcardImaging
import Synchronization
import SystemPackage

/// A runner of jobs, which may run simultaneously.
package final class PictureJobRunner: Sendable {
    private let limits: DecodingLimits
    private let recover: Bool
    private let existing: PictureJob.ExistingResult
    private let recipe: PictureRecipe?
    private let timeout: Duration?
    private let clock: any Clock<Duration>
    /// The limit on the number of jobs that compute at the same time.
    private let permits: WeightedSemaphore<CancellationError>
    private let watermarks = WatermarkCache()
    /// The hashes of job ids by the hashes of their destinations. Hashes save memory in runs of millions of jobs.
    private let owners = Mutex<[Int: Int]>([:])
    private let fetch: PictureSource.Fetch
    private let store: (any ByteStore)?
    private let describe: @Sendable (any Error) -> PictureJobError

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: the limits for all pictures, including watermarks, and for results.
    ///   - recover: whether the readable part of a damaged file is used, with a warning.
    ///   - existing: the treatment of existing files, for outputs that name none.
    ///   - recipe: the operations and outputs, for jobs that name none. With a recipe, a line may be a plain path or address.
    ///   - timeout: the longest time for one job; `nil` for no limit.
    ///   - clock: the clock for `timeout`.
    ///   - workers: the number of jobs that may compute at the same time; others can read and write meanwhile.
    ///   - describe: converts an error for the result.
    ///   - store: the store for results at `s3://` addresses.
    ///   - fetch: fetches pictures from addresses.
    package init(
        limits: DecodingLimits, recover: Bool, existing: PictureJob.ExistingResult, recipe: PictureRecipe? = nil,
        timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(), workers: Int = 1,
        describe: @escaping @Sendable (any Error) -> PictureJobError = { PictureJobError($0) },
        store: (any ByteStore)? = nil,
        fetch: @escaping PictureSource.Fetch
    ) {
        (self.limits, self.recover, self.existing) = (limits, recover, existing)
        (self.recipe, self.timeout, self.clock) = (recipe, timeout, clock)
        permits = WeightedSemaphore(total: workers, refusal: CancellationError())
        (self.describe, self.store, self.fetch) = (describe, store, fetch)
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
            struct Named: Decodable { let id: PictureJob.ID }
            let id = (try? JSONDecoder().decode(Named.self, from: Data(line)))?.id ?? .number(number)
            let reason = (error as? DecodingError)?.explanation ?? "\(error)"
            return PictureJobResult(
                id: id, error: PictureJobError(.invalidJob, "Line \(number) is not a job: \(reason)"))
        }
        let id = job.id ?? .number(number)
        var claimed: [Int] = []
        do {
            claimed = try claim(job.recipe.outputs.compactMap(\.destination), for: id)
            guard let timeout else { return try await run(job, id: id, until: nil) }
            // A waiting job is cancelled. A computing one checks the deadline itself, since it may occupy the thread of the timer.
            let deadline = Deadline(after: timeout, on: clock)
            return try await withTimeout(deadline, throwing: Self.timeoutError) {
                try await self.run(job, id: id, until: deadline)
            }
        } catch {
            owners.withLock { owners in for key in claimed { owners[key] = nil } }
            return PictureJobResult(id: id, error: describe(error))
        }
    }

    private static let timeoutError = PictureJobError(
        .timeout, "The job took longer than it may. Allow more with --job-seconds.")

    private func job(of line: [UInt8]) throws -> PictureJob {
        if let recipe, line.first(where: { $0 != 0x20 && $0 != 0x09 }) != UInt8(ascii: "{") {
            let isWindows = line.last == UInt8(ascii: "\r")
            return try PictureJob(named: isWindows ? line.dropLast() : line, recipe: recipe)
        }
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.recipe { decoder.userInfo[key] = recipe }
        return try decoder.decode(PictureJob.self, from: Data(line))
    }

    /// Claims destinations for a job, so that no two jobs of a run write the same file. A job that has them already, such as in a retry, may write
    /// them again.
    ///
    /// - Returns: the keys in `owners` of the destinations that no job had.
    /// - Throws: `LibraryError` with code `exists` if another job, or another output of this job, has one of them; then none is claimed.
    private func claim(
        _ destinations: [PictureDestination], for id: PictureJob.ID
    ) throws(LibraryError) -> [Int] {
        let owner = id.hashValue
        var claimed: [Int] = []
        let taken: PictureDestination? = owners.withLock { owners in
            for destination in destinations {
                let key = destination.normalized.hashValue
                switch owners[key] {
                case nil:
                    owners[key] = owner
                    claimed.append(key)
                case owner? where !claimed.contains(key): continue
                case _?:
                    for key in claimed { owners[key] = nil }
                    return destination
                }
            }
            return nil
        }
        guard let taken else { return claimed }
        throw LibraryError(
            .exists,
            "\(taken) is the place of another result of this run. Give each a name of its own, as {dir}, {name} and {id} do."
        )
    }

    private func run(
        _ job: PictureJob, id: PictureJob.ID, until deadline: Deadline?
    ) async throws -> PictureJobResult {
        let recipe = job.recipe
        var versions: [PictureConversion.Version] = []
        var found: [PictureJobResult.Output?] = []
        // All outputs are checked first: a job that fails writes nothing, and a job whose results exist decodes nothing.
        try await markingErrorsOfResults(except: [.exists, .invalidJob, .unsupported, .interrupted, .timeout]) {
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
                    try ImageWork.run(checkpoint: { try Self.check(deadline) }) {
                        try conversion.results(of: source, header: header, versions: wanted)
                    }
                }
                try Self.check(deadline)
                try await markingErrorsOfResults(except: [.exists]) {
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

    private static func check(_ deadline: Deadline?) throws {
        if let deadline, deadline.hasPassed() { throw timeoutError }
        try Task.checkCancellation()
    }

    /// Runs `body`, which checks or writes results, and marks its errors as those of results, except errors with one of `codes`.
    private func markingErrorsOfResults(
        except codes: Set<PictureJobError.Code>, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch {
            var error = describe(error)
            error.isOfResult = !codes.contains(error.code)
            throw error
        }
    }

    /// Returns the existing result of an output that is to be kept; `nil` for an output that must be made.
    ///
    /// - Throws: `LibraryError` with code `exists` if an existing file must not be replaced.
    private func kept(_ output: PictureJob.Output) async throws -> PictureJobResult.Output? {
        let treatment = output.existing ?? existing
        guard let name = output.path, let destination = output.destination, treatment != .replace else { return nil }
        guard try await PictureFile.exists(destination, in: store) else { return nil }
        guard treatment == .keep else { throw destination.refusal }
        let bytes = try await PictureFile.read(destination.source, maximumBytes: limits.bytes, fetch: fetch)
        do throws(ImageError) {
            let header = try ImageHeader(of: bytes.span.bytes)
            return PictureJobResult.Output(
                width: header.size.width, height: header.size.height, format: header.format.rawValue,
                bytes: bytes.count, path: name, existed: true)
        } catch {
            throw LibraryError(
                .exists, "\(destination) exists already, and cannot be kept: \(error.message)", .replace(.file))
        }
    }

    /// Writes the result of an output.
    private func write(
        _ file: PictureConversion.Result, as output: PictureJob.Output
    ) async throws -> PictureJobResult.Output {
        var result = PictureJobResult.Output(
            width: file.size.width, height: file.size.height, format: file.format.rawValue, bytes: file.bytes.count)
        guard let destination = output.destination else {
            result.base64 = Base64.standard.encode(file.bytes)
            return result
        }
        if case .file(let path) = destination, !path.removingLastComponent().isEmpty {
            try FileSystem.makeDirectories(path.removingLastComponent())
        }
        // A result that appeared since the check was written by another process that does the same job.
        try await PictureFile.write(
            file.bytes, to: destination, format: file.format, replacing: (output.existing ?? existing) != .fail,
            store: store)
        result.path = output.path
        return result
    }
}

extension PictureJobResult.Source {
    fileprivate init(_ file: [UInt8], _ header: ImageHeader) {
        self.init(
            format: header.format.rawValue, width: header.size.width, height: header.size.height, bytes: file.count,
            sha256: Hexadecimal.encode(SHA256.hash(data: file)))
    }
}
