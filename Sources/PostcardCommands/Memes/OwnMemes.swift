import PostcardLibrary
import SystemPackage

/// The memes that this user's commands wrote lately: who tries other words writes over the last try without `--force`.
struct OwnMemes {
    /// `nil` where nothing can be remembered, and nothing is then replaced.
    private let results = CacheFolder.make().flatMap { try? OwnResults(in: $0) }

    /// Returns a Boolean value that indicates whether there is a meme that is as it was written.
    func holds(_ name: String?) -> Bool {
        guard let path = Self.path(name) else { return false }
        return (try? results?.holds(path)) ?? false
    }

    /// Takes note of a meme that was written.
    func add(_ name: String?) {
        guard let path = Self.path(name) else { return }
        // A meme is made whether it can be remembered or not.
        try? results?.add(path)
    }

    private static func path(_ name: String?) -> FilePath? {
        guard let name, name != "-", !PictureDestination.isObject(name) else { return nil }
        return FilePath(argument: name)
    }
}
