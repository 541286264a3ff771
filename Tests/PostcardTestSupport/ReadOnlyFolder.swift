import Foundation

/// A folder that no one can write to, not even root, as long as this object exists.
public final class ReadOnlyFolder: Sendable {
    private let path: String
    private static let isRoot = geteuid() == 0

    /// True if read-only folders can be made. For root, they need a mount, since permissions do not restrict root.
    public static let isPossible: Bool = {
        guard isRoot else { return true }
        let folder = NSTemporaryDirectory() + "postcard-read-only-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return (try? ReadOnlyFolder(folder)) != nil
    }()

    /// Makes a folder read-only for everyone.
    public init(_ path: String) throws {
        self.path = path
        if Self.isRoot {
            try Self.run("/usr/bin/mount", ["--bind", path, path])
            do { try Self.run("/usr/bin/mount", ["-o", "remount,bind,ro", path]) } catch {
                try? Self.run("/usr/bin/umount", [path])
                throw error
            }
        } else {
            try Self.run("/bin/chmod", ["-R", "a-w", path])
        }
    }

    deinit {
        try? Self.isRoot ? Self.run("/usr/bin/umount", ["-l", path]) : Self.run("/bin/chmod", ["-R", "u+w", path])
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
}
