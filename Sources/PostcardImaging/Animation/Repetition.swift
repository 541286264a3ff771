/// The number of repetitions of an animation after its first playback.
public enum Repetition: Hashable, Sendable {
    /// The animation is shown once.
    case none
    /// The animation is repeated this many times. A number below 1 is the same as ``none``.
    case times(Int)
    /// The animation repeats endlessly.
    case forever

    /// Converts the number of repetitions from a file; 0 means endless, and `nil` means no repetition.
    init(loopCount: Int?) {
        self =
            switch loopCount {
            case nil: .none
            case 0?: .forever
            case let count?: .times(count)
            }
    }

    /// The number of repetitions to write to a file; 0 means endless, and `nil` means no repetition.
    package var loopCount: Int? {
        switch self {
        case .none: nil
        case .times(let count): count < 1 ? nil : count
        case .forever: 0
        }
    }
}
