import Synchronization

/// A value that can be replaced while the service runs, from any thread.
final class Reloadable<Value: Sendable>: Sendable {
    private let current: Mutex<Value>

    init(_ value: Value) { current = Mutex(value) }

    var value: Value {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { current.withLock { body(&$0) } }
}
