extension Metadata.Kept {
    /// The set that a name stands for: `none`, `copyright`, `details`, `position` or `all`; `nil` for other names.
    public init?(name: String) {
        switch name {
        case "none": self = []
        case "copyright": self = .copyright
        case "details": self = .details
        case "position": self = .position
        case "all": self = .all
        default: return nil
        }
    }
}
