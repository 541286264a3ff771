/// Damage that reading came past. What could be read was read; `Library.check` says more.
public enum LibraryDamage: Sendable {
    /// There are pictures, but no index that says what they are.
    case lostIndex
    /// Lines or records were left out, since they cannot be read.
    case unreadableRecords
}

extension Library {
    /// The damage that reading came past so far; nil if there was none.
    public var damageMet: LibraryDamage? {
        if index.hasMetDamage { return .unreadableRecords }
        // This is a hint: what cannot even be looked at is reported by whatever needs it.
        return (try? index.isLost(blobs)) == true ? .lostIndex : nil
    }
}
