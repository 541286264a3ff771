import PlatformLibc
import SystemPackage

/// The folder for files that can be recreated or fetched again (XDG Base Directory Specification).
enum CacheFolder {
    /// Returns the folder, and creates it if it is missing; `nil` if the environment specifies none.
    static func make() -> FilePath? {
        let home = Environment["HOME"].map { FilePath($0).appending(".cache") }
        guard let cache = Environment["XDG_CACHE_HOME"].map({ FilePath($0) }) ?? home else { return nil }
        let folder = cache.appending("postcard")
        for path in [cache, folder] { _ = path.withPlatformString { mkdir($0, 0o700) } }
        return folder
    }
}
