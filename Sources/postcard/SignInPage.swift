import PlatformLibc
import PostcardCommands
import PostcardLibrary
import Synchronization
import SystemPackage

/// A page in a file that only the person at this machine can read. It leads the browser to an address with a ticket, which no program
/// is given as an argument: every user of the machine can read the arguments of all programs.
final class SignInPage: Sendable {
    private struct Files {
        var page: FilePath?
        /// The folder that was made for the page, if any.
        var folder: FilePath?
        var isRemoved = false
    }

    /// The time that a browser has to open the page before the person at the terminal is given the address.
    static let timeout = Duration.seconds(5)
    private let files = Mutex(Files())

    /// Writes the page.
    ///
    /// - Returns: its path; `nil` when it cannot be written, or was removed before.
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
                files.page = try PrivateFile.write(Self.html(leadingTo: address), in: folder, ending: ".html")
                return files.page
            } catch {
                return nil
            }
        }
    }

    /// Removes the page; it is not written again.
    func remove() {
        files.withLock { files in
            if let page = files.page { _ = try? FileSystem.remove(page) }
            if let folder = files.folder { _ = folder.withPlatformString { rmdir($0) } }
            files = Files(isRemoved: true)
        }
    }

    /// Waits until the ticket has expired, and removes the page.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which the ticket is good.
    ///   - sleep: waits.
    ///   - late: called when the page is still there after ``timeout``: no browser has signed in.
    func expire(
        after lifetime: Duration, sleep: (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        late: () -> Void
    ) async {
        try? await sleep(Self.timeout)
        if files.withLock({ $0.page != nil }) { late() }
        try? await sleep(lifetime - Self.timeout)
        remove()
    }

    /// The user's folder for such files, if it is there and nobody else has access (XDG Base Directory Specification).
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
