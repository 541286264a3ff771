import Synchronization

/// A value that may be replaced while the service runs.
final class Reloadable<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    init(_ value: Value) { current = Mutex(value) }

    var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
