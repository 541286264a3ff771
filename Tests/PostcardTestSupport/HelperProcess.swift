import Foundation
import SystemPackage

/// A process of `IndexCrashHelper`.
package final class HelperProcess {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// Starts the process, as the user with the number `user` if one is given.
    package init(_ arguments: [String], user: Int? = nil) throws {
        let helper = try Self.helperPath()
        if let user {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", helper] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: helper)
            process.arguments = arguments
        }
        process.standardOutput = output
        try process.run()
    }

    /// The next line that it prints; nil at the end.
    package func readLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// The lines up to the end.
    package func readLines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }

    /// Ends it without giving it a chance to do anything more.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    package func waitForEnd() { process.waitUntilExit() }

    /// The helper is built beside the tests.
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
