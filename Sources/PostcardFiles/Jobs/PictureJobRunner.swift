import PlatformFoundation
package import PostcardCore
import PostcardDisk
package import PostcardImaging
import Synchronization

/// Parses jobs line by line, and runs them. Jobs can run simultaneously.
package final class PictureJobRunner: Sendable {
    private let limits: DecodingLimits
    private let recover: Bool
    private let existing: PictureJob.ExistingResult
    private let recipe: PictureRecipe?
    private let runner: PictureRunner
    private let watermarks = WatermarkCache()
    /// The hashes of job ids, keyed by the hashes of the jobs' destinations. Hashes save memory in runs with millions of jobs.
    private let owners = Mutex<[Int: Int]>([:])
    private let fetch: PictureSource.Fetch
    private let store: ResultDestinations
    private let describe: @Sendable (any Error) -> PictureJobError

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: the limits for all pictures, including watermarks, and for results.
    ///   - recover: true to use the readable part of a damaged file, with a warning.
    ///   - existing: the default action for existing files.
    ///   - recipe: the operations and outputs for jobs that specify none. With a recipe, a line may be a plain path or URL.
    ///   - timeout: the maximum time of a job for reading, computing and writing, not including the wait for its turn; `nil` for no limit.
    ///   - workers: the number of jobs that can compute at the same time. Other jobs can read and write during that time.
    ///   - describe: converts an error for the result.
    ///   - store: the store for results at `s3://` URLs.
    package init(
        limits: DecodingLimits, recover: Bool, existing: PictureJob.ExistingResult, recipe: PictureRecipe? = nil,
        timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(), workers: Int = 1,
        describe: @escaping @Sendable (any Error) -> PictureJobError = { PictureJobError($0) },
        store: (any ByteStore)? = nil,
        fetch: @escaping PictureSource.Fetch
    ) {
        (self.limits, self.recover, self.existing) = (limits, recover, existing)
        self.recipe = recipe
        runner = PictureRunner(workers: workers, timeout: timeout, clock: clock)
        (self.describe, self.fetch) = (describe, fetch)
        self.store = ResultDestinations(
            objects: store, maximumBytes: limits.bytes, fetch: fetch, describe: describe)
    }

    /// Runs the job on a line. Errors are part of the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8; with a recipe, also a path or URL.
    ///   - number: the number of the line, used as the id of a job without an id.
    package func result(of line: [UInt8], number: Int) async -> PictureJobResult {
        let job: PictureJob
        do {
            if let recipe, line.first(where: { $0 != 0x20 && $0 != 0x09 }) != UInt8(ascii: "{") {
                let isWindows = line.last == UInt8(ascii: "\r")
                job = try PictureJob(named: isWindows ? line.dropLast() : line, recipe: recipe)
            } else {
                let decoder = JSONDecoder()
                if let key = CodingUserInfoKey.recipe { decoder.userInfo[key] = recipe }
                job = try decoder.decode(PictureJob.self, from: Data(line))
            }
        } catch {
            struct Named: Decodable { let id: PictureJob.ID }
            let id = (try? JSONDecoder().decode(Named.self, from: Data(line)))?.id ?? .number(number)
            return PictureJobResult(
                id: id,
                error: PictureJobError(.invalidJob, "Line \(number) is not a job: \(error.decodingExplanation)"))
        }
        let (id, recipe) = (job.id ?? .number(number), job.recipe)
        var claimed: [Int] = []
        do {
            claimed = try claim(recipe.outputs.compactMap(\.destination), for: id)
            let outputs = try recipe.outputs.map { output in
                PictureRunner.Output<ResultDestinations>(
                    place: output.destination.map { .init($0, existing: output.existing ?? existing) },
                    version: try output.version(defaultQuality: recipe.defaultQuality))
            }
            let report = try await runner.run(outputs, in: store, readsAlways: recipe.describesSource) {
                [limits, fetch] _ in
                switch job.input {
                case .bytes(let bytes): (bytes, nil)
                case .source(let source):
                    (try await PictureFile.read(source, maximumBytes: limits.bytes, fetch: fetch), nil)
                }
            } conversion: { [limits, recover, watermarks, fetch] in
                try await PictureConversion(
                    of: recipe.operations, limits: limits, recover: recover, watermarks: watermarks, fetch: fetch)
            }
            return PictureJobResult(id: id, report, of: recipe)
        } catch {
            owners.withLock { owners in for key in claimed { owners[key] = nil } }
            return PictureJobResult(id: id, error: describe(error))
        }
    }

    /// Claims destinations for a job, so that no two jobs in a run write the same file. A job can claim its own destinations again, for
    /// example in a retry.
    ///
    /// - Returns: the keys in `owners` of newly claimed destinations.
    /// - Throws: `FileError` with code `exists` if another job, or another output of this job, has claimed one of the destinations; then
    ///   this job claims none.
    private func claim(
        _ destinations: [PictureDestination], for id: PictureJob.ID
    ) throws(FileError) -> [Int] {
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
        throw FileError(
            .exists,
            "\(taken) is also the path of another result in this run. Use a separate path for each, for example with {dir}, {name} and {id}."
        )
    }
}
