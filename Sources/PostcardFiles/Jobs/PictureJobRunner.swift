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
    ///   - timeout: the longest time of a job for reading, computing and writing, without the wait for its turn; `nil` for no limit.
    ///   - workers: the number of jobs that may compute at the same time; others can read and write meanwhile.
    ///   - describe: converts an error for the result.
    ///   - store: the store for results at `s3://` addresses.
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
            return try await run(job, id: id)
        } catch {
            owners.withLock { owners in for key in claimed { owners[key] = nil } }
            return PictureJobResult(id: id, error: describe(error))
        }
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

    /// A job whose files are read.
    private struct ReadJob: Sendable {
        /// The existing results that are kept, for each output.
        var found: [PictureJobResult.Output?]
        /// The outputs that must be made.
        let missing: [Int]
        let source: PictureJobResult.Source?
        /// Makes the missing results; `nil` if there are none.
        let make: (@Sendable () throws -> PictureConversion.Results)?
    }

    private func run(_ job: PictureJob, id: PictureJob.ID) async throws -> PictureJobResult {
        let time = PictureJobTime(limit: timeout, on: clock)
        var read = try await time.spend { _ in try await self.read(job) }
        var result = PictureJobResult(id: id)
        result.source = read.source
        if let make = read.make {
            let made = try await permits.with(1) {
                // A computing job checks the deadline itself, since it may occupy the thread of the timer.
                try await time.spend { deadline in
                    try ImageWork.run(checkpoint: { try PictureJobTime.check(deadline) }, make)
                }
            }
            let missing = read.missing
            let written = try await time.spend { deadline in
                try PictureJobTime.check(deadline)
                return try await self.markingErrorsOfResults(except: [.exists]) {
                    var written: [PictureJobResult.Output] = []
                    for (number, file) in zip(missing, made.results) {
                        written.append(try await self.write(file, as: job.recipe.outputs[number]))
                    }
                    return written
                }
            }
            for (number, output) in zip(missing, written) { read.found[number] = output }
            result.warnings = made.warnings.isEmpty ? nil : made.warnings
        }
        let outputs = read.found.compactMap { $0 }
        if job.recipe.hasList { result.outputs = outputs } else { result.output = outputs.first }
        return result
    }

    /// Reads the files of a job: its existing results, and the pictures where a result is missing.
    private func read(_ job: PictureJob) async throws -> ReadJob {
        let recipe = job.recipe
        // All outputs are checked first: a job that fails writes nothing, and a job whose results exist decodes nothing.
        let (versions, found) = try await markingErrorsOfResults(
            except: [.exists, .invalidJob, .unsupported, .interrupted, .timeout]
        ) {
            var versions: [PictureConversion.Version] = []
            var found: [PictureJobResult.Output?] = []
            for output in recipe.outputs {
                versions.append(try output.version(defaultQuality: recipe.defaultQuality))
                found.append(try await kept(output))
            }
            return (versions, found)
        }
        let missing = found.indices.filter { found[$0] == nil }
        guard recipe.describesSource || !missing.isEmpty else {
            return ReadJob(found: found, missing: [], source: nil, make: nil)
        }
        let bytes = try await job.input.bytes(maximumBytes: limits.bytes, fetch: fetch)
        let picture = try OpenedPicture(bytes)
        let source = recipe.describesSource ? PictureJobResult.Source(picture) : nil
        guard !missing.isEmpty else { return ReadJob(found: found, missing: [], source: source, make: nil) }
        let conversion = try await PictureConversion(
            of: recipe.operations, limits: limits, recover: recover, watermarks: watermarks, fetch: fetch)
        let wanted = missing.map { versions[$0] }
        return ReadJob(found: found, missing: missing, source: source) {
            try conversion.results(of: picture, versions: wanted)
        }
    }

    /// Runs `body`, which checks or writes results, and marks its errors as those of results, except errors with one of `codes`.
    private func markingErrorsOfResults<Value>(
        except codes: Set<PictureJobError.Code>, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
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
    fileprivate init(_ picture: OpenedPicture) {
        let header = picture.header
        self.init(
            format: header.format.rawValue, width: header.size.width, height: header.size.height,
            bytes: picture.bytes.count, sha256: Hexadecimal.encode(SHA256.hash(data: picture.bytes)))
    }
}
