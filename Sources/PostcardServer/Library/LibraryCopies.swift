internal import Logging
internal import PlatformFoundation
internal import PostcardLibrary
internal import Synchronization

/// Has the library copied to object storage, every few seconds when something was changed. It never holds up a request, and fails none.
final class LibraryCopies: Sendable {
    private struct State {
        /// The time since when there are changes that are not copied, as far as is known.
        var behindSince: ContinuousClock.Instant?
        /// The seconds since 1970 at which all that was there was copied, or about to be.
        var copiedAt = 0
        /// What went wrong the last time; `nil` when nothing did.
        var failure: String?
        /// Problems that were told already.
        var told: Set<String> = []
        var isStandby = false
        var checkedAt: ContinuousClock.Instant?
        var trimmedAt: ContinuousClock.Instant?
        var work: Task<Void, Never>?
        var pause: Task<Void, Never>?
        var isEnding = false
    }
    /// The time after which the store is asked who keeps the library, although nothing was changed.
    private static let checkInterval = Duration.seconds(60)
    /// The time that this may take before the service listens.
    private static let startTime = Duration.seconds(3)
    /// The time in which what is left is copied when the service ends.
    private static let endingTime = Duration.seconds(20)

    private let copier: LibraryCopier
    private let interval: Duration
    /// Most bytes of files on this disk; 0 for any number.
    private let diskBytes: Int
    private let threads: LibraryThreads
    private let logger: Logger
    private let environment: ServerEnvironment
    private let state = Mutex(State())

    init(
        _ copier: LibraryCopier, interval: Duration, diskBytes: Int, threads: LibraryThreads, logger: Logger,
        environment: ServerEnvironment
    ) {
        (self.copier, self.interval, self.diskBytes, self.threads) = (copier, interval, diskBytes, threads)
        (self.logger, self.environment) = (logger, environment)
    }

    /// Finds out whether another machine has taken over the library, if that can be told soon, and begins to copy.
    func begin() async {
        do {
            try await withDeadline(Self.startTime) { [copier] in try await copier.requireOwnership() }
        } catch let error as LibraryError {
            fail(error)
        } catch {
            // The store is away: the first run tells.
        }
        let work = Task(executorPreference: threads) { await self.run() }
        state.withLock { $0.work = work }
    }

    /// Copies what is left, as far as that takes no more than some seconds, and stops.
    func end() async {
        let work = state.withLock { state in
            state.isEnding = true
            state.pause?.cancel()
            return state.work
        }
        let timer = Task {
            try await Task.sleep(for: Self.endingTime)
            work?.cancel()
        }
        await work?.value
        timer.cancel()
    }

    private func run() async {
        while true {
            await step()
            let pause = state.withLock { state -> Task<Void, Never>? in
                guard !state.isEnding else { return nil }
                let pause = Task { [interval] in _ = try? await Task.sleep(for: interval) }
                state.pause = pause
                return pause
            }
            guard let pause else { break }
            await pause.value
        }
        await step()
        let (failure, isStandby) = state.withLock { ($0.failure, $0.isStandby) }
        if let failure { logger.error("the library's last changes are not copied", metadata: ["error": "\(failure)"]) }
        if failure == nil, !isStandby { logger.notice("the library is copied to its last change") }
        await copier.end()
    }

    private func step() async {
        let now = environment.now()
        let seconds = environment.secondsSince1970()
        do {
            let hasChanges = try await copier.hasChanges()
            let isDue = state.withLock { state in
                if hasChanges, state.behindSince == nil { state.behindSince = now }
                if !hasChanges, state.failure == nil { state.copiedAt = seconds }
                return hasChanges || state.failure != nil
                    || state.checkedAt.map { now - $0 >= Self.checkInterval } ?? true
            }
            guard isDue else { return }
            let report = try await copier.copy()
            succeed(report, began: now, seconds: seconds)
            try await trim(now)
        } catch let error as LibraryError where error.code == .busy {
            let isNew = state.withLock { state in
                defer { state.isStandby = true }
                return !state.isStandby
            }
            if isNew { logger.notice("another process copies the library; this one waits for its turn") }
        } catch {
            fail(error)
        }
    }

    /// Removes files from this disk that the copy has, when they take too much.
    private func trim(_ now: ContinuousClock.Instant) async throws {
        let isDue = state.withLock { state in
            guard diskBytes > 0, state.trimmedAt.map({ now - $0 >= Self.checkInterval }) ?? true else { return false }
            state.trimmedAt = now
            return true
        }
        guard isDue, case let removed = try await copier.trim(to: diskBytes), removed.files > 0 else { return }
        logger.notice(
            "files of the library are in its copy alone",
            metadata: ["files": "\(removed.files)", "bytes": "\(removed.bytes)"])
    }

    private func succeed(_ report: LibraryCopier.Report, began now: ContinuousClock.Instant, seconds: Int) {
        let (isBack, problems) = state.withLock { state in
            let isBack = state.failure != nil || state.copiedAt == 0
            let problems = report.problems.filter { state.told.insert($0).inserted }
            (state.failure, state.behindSince, state.isStandby) = (nil, nil, false)
            (state.checkedAt, state.copiedAt) = (now, seconds)
            return (isBack, problems)
        }
        let facts: Logger.Metadata = [
            "files": "\(report.files)", "fileBytes": "\(report.fileBytes)", "indexBytes": "\(report.indexBytes)",
        ]
        if isBack {
            logger.notice("the library is copied", metadata: facts)
        } else if report.isChanged {
            logger.debug("the library's changes are copied", metadata: facts)
        }
        for problem in problems { logger.error("a file is not copied", metadata: ["problem": "\(problem)"]) }
    }

    private func fail(_ error: any Error) {
        let (text, now) = ("\(error)", environment.now())
        let isTold = state.withLock { state in
            state.isStandby = false
            let isTold = state.failure == text && state.checkedAt.map { now - $0 < Self.checkInterval } ?? false
            state.failure = text
            if !isTold { state.checkedAt = now }
            return isTold
        }
        if !isTold { logger.error("the library is not copied", metadata: ["error": "\(text)"]) }
    }

    /// For `/metrics`.
    var gauges: [GaugeReading] {
        let (now, state) = (environment.now(), state.withLock { $0 })
        // Another process tells them.
        guard !state.isStandby else { return [] }
        let behind = state.behindSince.map { Int(($0.duration(to: now) / .seconds(1)).rounded(.up)) } ?? 0
        return [
            (.copyBehind, behind), (.copyTime, state.copiedAt), (.copyFails, state.failure == nil ? 0 : 1),
        ]
    }
}
