import Foundation
import SystemPackage

/// A process of `IndexCrashHelper`.
///
/// Replaces Foundation's `Process`, which waits until all processes have closed a socket that concurrently started processes inherit.
/// Two tests that each wait for one process before they end another could wait for each other.
package final class HelperProcess {
    private var process = pid_t()
    private let output: FileHandle
    private var rest = Data()
    private static let lock = NSLock()

    /// Starts the process, as the user with the id `user` unless that is `nil`.
    package init(_ arguments: [String], user: Int? = nil) throws {
        var command = [try Self.helperPath()] + arguments
        if let user {
            command = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
        }
        let words = command.map { strdup($0) }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { (words + variables).forEach { free($0) } }
        // Other helpers do not inherit the pipe.
        Self.lock.lock()
        defer { Self.lock.unlock() }
        let ends = try FileDescriptor.pipe()
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        output = FileHandle(fileDescriptor: ends.readEnd.rawValue, closeOnDealloc: true)
        defer { try? ends.writeEnd.close() }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.writeEnd.rawValue, STDOUT_FILENO)
        let error = posix_spawn(&process, command[0], &actions, nil, words + [nil], variables + [nil])
        guard error == 0 else { throw Errno(rawValue: error) }
    }

    deinit {
        kill()
        waitForEnd()
    }

    /// Returns the next line that the process prints; `nil` at the end.
    package func readLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// Returns all remaining lines.
    package func readLines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }

    /// Ends the process at once (SIGKILL).
    package func kill() {
        if process > 0 { Foundation.kill(process, SIGKILL) }
    }

    package func waitForEnd() {
        guard process > 0 else { return }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        process = 0
    }

    /// Returns the path of the helper, which is built next to the tests.
    private static func helperPath() throws -> String {
        for argument in CommandLine.arguments {
            var path = FilePath(argument)
            while let name = path.lastComponent, path.extension != "xctest" {
                _ = name
                path.removeLastComponent()
            }
            guard path.extension == "xctest" else { continue }
            let helper = path.removingLastComponent().appending("IndexCrashHelper")
            if FileManager.default.isExecutableFile(atPath: helper.string) { return helper.string }
        }
        throw Errno.noSuchFileOrDirectory
    }
}
