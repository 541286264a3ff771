/// The number of times that an animation is shown again after the first time.
public enum Repetition: Hashable, Sendable {
    /// It is shown once.
    case none
    /// It is repeated this many times. Fewer than one is the same as ``none``.
    case times(Int)
    /// It repeats endlessly.
    case forever

    /// Converts the repetition number of a file: 0 for endless, `nil` for none.
    init(loopCount: Int?) {
        self =
            switch loopCount {
            case nil: .none
            case 0?: .forever
            case let count?: .times(count)
            }
    }

    /// The repetition number of a file: 0 for endless, `nil` for none.
    package var loopCount: Int? {
        switch self {
        case .none: nil
        case .times(let count): count < 1 ? nil : count
        case .forever: 0
        }
    }
}
