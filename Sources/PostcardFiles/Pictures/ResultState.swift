/// The state of a result before it is made.
enum ResultState: Sendable, Equatable {
    /// It is missing, or was made of another picture or in another way.
    case outdated
    /// It exists as it would be made.
    case upToDate
    /// It exists as it would be made of this version of a picture at an address.
    case made(ofVersion: String)
}
