import PostcardCore
import PostcardImaging

/// Reads pictures, converts them, and writes outdated results. The jobs of a runner share its memory and time limits.
package final class PictureRunner: Sendable {
    private let budget: MemoryBudget
    private let timeout: Duration?
    private let clock: any Clock<Duration>

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - workers: the number of jobs that can compute at the same time, at least 1. Other jobs can read and write during that time.
    ///   - timeout: the maximum time of a job for reading, computing and writing, not including the wait for its turn; `nil` for no limit.
    ///   - clock: the clock for `timeout`.
    package init(workers: Int, timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        budget = MemoryBudget(byteCount: 4 * max(24_000_000, 12_000_000 * workers), threads: workers)
        (self.timeout, self.clock) = (timeout, clock)
    }

    /// A result to make: its place in the store (`nil` to return the result in the report), and its size and format.
    package typealias Output<Store: ResultStore> = (place: Store.Place?, version: PictureConversion.Version)

    /// A job whose results have been checked and whose picture has been read.
    private struct Ready: Sendable {
        /// The report with the existing results.
        let report: PictureReport
        /// The indices of the results to make.
        let missing: [Int]
        /// The picture; `nil` if it was not read.
        var picture: OpenedPicture?
        var version: String?
        /// The conversion; `nil` if no result is missing.
        var conversion: PictureConversion?
    }

    /// Makes the outdated results of a picture.
    ///
    /// - Parameters:
    ///   - makesAll: true to make all results again if one is missing.
    ///   - readsAlways: true to read the picture even if no result is missing. The report then describes the picture.
    ///   - read: reads the file of the picture with its version; returns `nil` if the picture still has the version `known`.
    ///   - conversion: returns the conversion to the results, after the picture has been read.
    /// - Throws: errors from the store, and from reading, decoding, editing and encoding; `PictureJobError` with code `timeout`.
    package func run<Store: ResultStore>(
        _ outputs: [Output<Store>], in store: Store, makesAll: Bool = false, readsAlways: Bool = false,
        read: @escaping @Sendable (_ known: String?) async throws -> (bytes: [UInt8], version: String?)?,
        conversion: @escaping @Sendable () async throws -> PictureConversion
    ) async throws -> PictureReport {
        let time = PictureJobTime(limit: timeout, on: clock)
        let ready = try await time.spend { _ in
            // All results are checked first: a failing job writes nothing, and a job with existing results decodes nothing.
            var states: [ResultState] = []
            for output in outputs {
                let state: ResultState =
                    if let place = output.place { try await store.state(of: place) } else { .outdated }
                states.append(state)
            }
            var missing = states.indices.filter { states[$0].isOutdated }
            if makesAll, !missing.isEmpty { missing = Array(states.indices) }
            var ready = Ready(report: PictureReport(results: states.map(\.existing)), missing: missing)
            guard !missing.isEmpty || readsAlways else { return ready }
            // A known version is used only if all results were made from it. If the picture still has this version, nothing is read or
            // made.
            let known = states.allSatisfy { $0 == states[0] } ? states.first?.version : nil
            guard let (bytes, version) = try await read(known) else { return ready }
            (ready.picture, ready.version) = (try OpenedPicture(bytes), version)
            if !missing.isEmpty { ready.conversion = try await conversion() }
            return ready
        }
        var report = ready.report
        if readsAlways { report.picture = ready.picture }
        guard let picture = ready.picture, let conversion = ready.conversion else { return report }
        report.header = picture.header
        let versions = ready.missing.map { outputs[$0].version }
        let made = try await budget.withPermits(4 * picture.pixelsInMemory) {
            try await time.spend { deadline in
                try await WorkThreads.pictures.run {
                    try ImageWork.run(checkpoint: { try PictureJobTime.check(deadline) }) {
                        try conversion.results(of: picture, versions: versions)
                    }
                }
            }
        }
        try await time.spend { deadline in
            try PictureJobTime.check(deadline)
            for (number, file) in zip(ready.missing, made.results) {
                guard let place = outputs[number].place else { continue }
                try await store.write(file, to: place, ofVersion: ready.version)
            }
        }
        for (number, file) in zip(ready.missing, made.results) {
            report.results[number] = PictureReport.Result(file, isWritten: outputs[number].place != nil)
        }
        report.warnings = made.warnings
        return report
    }
}
