import PostcardLibrary
import Synchronization

/// Reports at the end of a command that its library is damaged, so that skipped records don't look deleted.
enum DamageHint {
    private static let watched = Mutex<Library?>(nil)

    /// Sets the library that the command works in.
    static func watch(_ library: Library) { watched.withLock { $0 = library } }

    /// Prints the hint if damage was found.
    ///
    /// - Returns: `true` if the index is missing, so that no records could be shown.
    @discardableResult
    static func show() -> Bool {
        let damage = watched.withLock({ $0 })?.foundDamage
        switch damage {
        case .lostIndex:
            Console.error(
                "postcard: The library has pictures, but its index is missing. To see what to do: postcard library check"
            )
        case .unreadableRecords:
            Console.error(
                "postcard: The library is damaged, and some records were skipped. For details: postcard library check"
            )
        case nil: break
        }
        return damage == .lostIndex
    }
}
