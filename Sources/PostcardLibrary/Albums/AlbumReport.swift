import Synchronization

/// Tells of a download's progress, one call at a time although photos are fetched side by side.
final class AlbumReport: Sendable {
    private let turn = Mutex(())
    private let receive: @Sendable (AlbumProgress) -> Void

    init(_ receive: @escaping @Sendable (AlbumProgress) -> Void) { self.receive = receive }

    func callAsFunction(_ event: AlbumProgress) {
        turn.withLock { _ in receive(event) }
    }
}
