import PostcardLibrary
import PostcardSources
import Synchronization

/// Shows how far the download of an album is.
final class AlbumReporter: Sendable {
    private let progress = Mutex<Progress?>(nil)

    /// A search can take a while, more so when the service has to be asked again.
    func begin() {
        if Console.showsProgress { Console.errorInPlace("\rLooking for photos…") }
    }

    @Sendable
    func report(_ event: AlbumProgress) {
        progress.withLock { progress in
            switch event {
            case .chosen(let count, let alreadyStored):
                progress = Progress(total: count)
                for _ in 0..<alreadyStored { progress?.advance() }
            case .stored:
                progress?.advance()
            case .skipped(let photo, let reason):
                progress?.clear()
                Console.error("Left out \(photo.title.isEmpty ? photo.id : photo.title): \(reason)")
            }
        }
    }

    func end() {
        progress.withLock { ($0 ?? Progress(total: 2)).clear() }
    }
}
