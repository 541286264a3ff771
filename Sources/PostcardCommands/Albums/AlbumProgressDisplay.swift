import PostcardCore
import PostcardLibrary
import PostcardPhotos
import Synchronization

/// Displays the progress of an album's download: the number of photos, and the percentages of the downloads in progress.
final class AlbumProgressDisplay: Sendable {
    private struct State {
        var total = 0
        var done = 0
        /// The total size of the stored photos in bytes.
        var storedBytes = 0
        /// The received bytes of photos in progress, by photo id.
        var inProgress: [NameKey: (bytes: Int, of: Int?)] = [:]
        var lastDrawn: ContinuousClock.Instant?
        /// The task that reports a slow service if the first event does not arrive within a few seconds.
        var waiting: Task<Void, any Error>?
    }

    private let state = Mutex(State())
    private let clock = ContinuousClock()

    /// Shows that the search has started. The search can take some time, especially with retries.
    func begin() {
        if Console.showsProgress { Console.errorInPlace("\rLooking for photos…") }
        let waiting = Task {
            try await Task.sleep(for: .seconds(4))
            printLine("The service is slow or asked Postcard to retry later. Waiting.")
        }
        state.withLock { $0.waiting = waiting }
    }

    /// Shows a download event.
    @Sendable
    func show(_ event: AlbumProgress) {
        state.withLock { state in
            state.waiting?.cancel()
            switch event {
            case .chosen(let count, let alreadyStored):
                state.total = count
                state.done = alreadyStored.count
                if !alreadyStored.isEmpty {
                    printLine("Resuming: \(alreadyStored.count) of \(count) photos are already downloaded.")
                }
            case .received(let photo, let bytes, let length):
                state.inProgress[photo.id] = (bytes, length)
            case .stored(let photo, let duplicate):
                state.done += 1
                state.storedBytes += photo.bytes
                state.inProgress[photo.remote.id] = nil
                if let duplicate { printLine("\(photo.id) looks like \(duplicate.id). See: postcard album duplicates") }
            case .skipped(let photo, let reason):
                state.inProgress[photo.id] = nil
                printLine("Skipped \(photo.title.isEmpty ? photo.id : photo.title): \(reason)")
            }
            draw(&state)
        }
    }

    func end() {
        state.withLock { $0.waiting?.cancel() }
        clear()
    }

    private func printLine(_ line: String) {
        clear()
        Console.error(line)
    }

    private func clear() {
        if Console.showsProgress { Console.errorInPlace("\r\u{1B}[K") }
    }

    private func draw(_ state: inout State) {
        let now = clock.now
        guard Console.showsProgress, state.lastDrawn.map({ now - $0 > .milliseconds(60) }) ?? true else { return }
        state.lastDrawn = now
        let parts = state.inProgress.sorted { $0.key < $1.key }.map { _, part in
            part.of.map { "\(part.bytes * 100 / max(1, $0))%" } ?? "\(part.bytes >> 10) KiB"
        }
        let received = state.inProgress.values.reduce(state.storedBytes) { $0 + $1.bytes }
        let tenths = received * 10 >> 20
        let sum = " \(state.done)/\(state.total) photos  \(tenths / 10).\(tenths % 10) MiB"
        let shares = parts.isEmpty ? "" : "  now \(parts.joined(separator: ", "))"
        Console.errorInPlace("\r\((sum + shares).prefix(Console.width - 1))\u{1B}[K")
    }
}
