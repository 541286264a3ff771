import PlatformFoundation
import SystemPackage

/// Paths that no shell has expanded, because they follow an equals sign, are quoted, or come from settings.
enum UserPath {
    /// Returns a path with the home folder instead of a leading tilde.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Returns the absolute form of a path.
    static func absolute(_ path: String) -> String {
        let path = FilePath(expanded(path))
        guard path.isRelative else { return path.string }
        return FilePath(FileManager.default.currentDirectoryPath).pushing(path).lexicallyNormalized().string
    }
}
