/// The number of times that an animation is shown again after the first time.
public enum Repetition: Hashable, Sendable {
    /// It is shown once.
    case none
    /// It is shown a number of times more. Fewer than one is the same as ``none``.
    case times(Int)
    /// It is shown without end.
    case forever

    /// Makes a repetition of the number in a file: 0 for without end, `nil` for none.
    init(loopCount: Int?) {
        self =
            switch loopCount {
            case nil: .none
            case 0?: .forever
            case let count?: .times(count)
            }
    }

    /// The number in a file: 0 for without end, `nil` for none.
    package var loopCount: Int? {
        switch self {
        case .none: nil
        case .times(let count): count < 1 ? nil : count
        case .forever: 0
        }
    }
}
