import PostcardLibrary
import Synchronization

/// Says at the end of a command that its library is damaged: what is left out must not be taken for gone.
enum DamageHint {
    private static let watched = Mutex<Library?>(nil)

    /// Takes note of the library that the command works in.
    static func watch(_ library: Library) { watched.withLock { $0 = library } }

    /// Writes the hint, if there is anything to hint at.
    ///
    /// - Returns: `true` if the index is lost, so that nothing of the library could be shown.
    @discardableResult
    static func show() -> Bool {
        let damage = watched.withLock({ $0 })?.damageMet
        switch damage {
        case .lostIndex:
            Console.error(
                "postcard: The library has pictures, but its index is lost. See what to do with: postcard library check"
            )
        case .unreadableRecords:
            Console.error(
                "postcard: The library is damaged, and some of it was left out. See more with: postcard library check")
        case nil: break
        }
        return damage == .lostIndex
    }
}
