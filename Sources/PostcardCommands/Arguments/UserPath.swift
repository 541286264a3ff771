import PlatformFoundation
import PostcardLibrary
import SystemPackage

/// Paths as people write them where no shell has read them: behind an equals sign, in quotes, in settings.
enum UserPath {
    /// A path that begins with the home folder where it was written with a tilde.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// A path that means the same wherever a command is run.
    static func absolute(_ path: String) -> String {
        let path = FilePath(expanded(path))
        guard path.isRelative else { return path.string }
        return FilePath(FileManager.default.currentDirectoryPath).pushing(path).lexicallyNormalized().string
    }
}
