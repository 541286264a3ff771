import PlatformLibc
import PostcardCommands
import PostcardLibrary
import Synchronization
import SystemPackage

/// A temporary page that signs the browser in, in a file that only the user can read. The page contains the URL with the ticket. All users
/// of the machine can see process arguments, so the URL must not be an argument.
final class SignInPage: Sendable {
    private struct Files {
        var page: FilePath?
        /// The folder that was created for the page; `nil` if an existing folder is used.
        var folder: FilePath?
        var isRemoved = false
    }

    /// The time that a browser has to open the page before the URL is printed.
    static let timeout = Duration.seconds(5)
    private let files = Mutex(Files())

    /// Writes the page.
    ///
    /// - Returns: the page's path; `nil` if the page can't be written, or was already removed.
    func write(leadingTo address: String) -> FilePath? {
        files.withLock { files in
            guard !files.isRemoved else { return nil }
            do {
                let folder: FilePath
                if let runtime = Self.runtimeFolder {
                    folder = runtime
                } else {
                    folder = try FileSystem.makePrivateTemporaryFolder()
                    files.folder = folder
                }
                files.page = try PrivateFile.write(Self.html(leadingTo: address).utf8, in: folder, ending: ".html")
                return files.page
            } catch {
                return nil
            }
        }
    }

    /// Removes the page, and prevents later writing.
    func remove() {
        files.withLock { files in
            if let page = files.page { _ = try? FileSystem.remove(page) }
            if let folder = files.folder { _ = folder.withPlatformString { rmdir($0) } }
            files = Files(isRemoved: true)
        }
    }

    /// Waits until the ticket expires, and removes the page.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which the ticket is valid.
    ///   - late: called after ``timeout`` if no browser has signed in.
    func expire(
        after lifetime: Duration, sleep: (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        late: () -> Void
    ) async {
        try? await sleep(Self.timeout)
        if files.withLock({ $0.page != nil }) { late() }
        try? await sleep(lifetime - Self.timeout)
        remove()
    }

    /// The user's runtime folder, if only the user has access to it (XDG Base Directory Specification); otherwise `nil`.
    private static var runtimeFolder: FilePath? {
        guard let path = Environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid()
        else { return nil }
        return FilePath(path)
    }

    private static func html(leadingTo address: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="refresh" content="0; url=\(address)">
        <title>Opening Postcard</title>
        </head>
        <body>
        <main>
        <h1>Opening Postcard</h1>
        <p>This page signs you in, once. <a href="\(address)">Open your library</a> if nothing happens.</p>
        </main>
        </body>
        </html>

        """
    }
}
