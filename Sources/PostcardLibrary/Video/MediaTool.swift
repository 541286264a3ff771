import PlatformLibc
import PostcardCore
import Subprocess
import Synchronization
import SystemPackage

/// An ffmpeg program, run with limits on time, memory and output. The program can read only one file.
package struct MediaTool: Sendable {
    /// The output of the program, or the reason why there is no output.
    typealias Outcome = Result<[UInt8], MediaFailure>

    /// The name by which the program is found in PATH.
    let name: String

    /// The time limit for a single frame, even on a small computer.
    static let frameTimeLimit: Duration = .seconds(30)
    /// The time limit for converting several minutes of video on a small computer.
    static let videoTimeLimit: Duration = .seconds(1_800)
    /// The memory limit in KiB, enough for a frame of 8K video and the ffmpeg libraries.
    private static let memoryLimit = 3 << 20

    /// The accepted containers, which are common for videos. ffmpeg also supports containers that refer to other files and URLs. A hostile
    /// file in such a container could make ffmpeg read any file.
    private static let containers = [
        "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "ogg", "mpeg", "mpegts", "mpegvideo", "flv", "asf", "mxf",
        "gif", "dv", "wtv", "rm", "nut", "h264", "hevc", "av1", "obu", "ivf", "m4v",
        "apng",
    ]

    /// The arguments that make standard input the input file. As a result, the file name cannot be mistaken for an option or a URL, and the
    /// file cannot be swapped. Unlike with a pipe, the program can seek through `/dev/fd`, which many containers require.
    static let input = [
        "-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","), "-i",
        "file:\(inputPath)",
    ]
    private static let inputPath = "/dev/fd/0"

    /// The ids of the running media tool processes.
    private static let running = Mutex<Set<pid_t>>([])

    /// Kills the running processes of all media tools. Call this if the current process exits without waiting for its tasks.
    package static func killAll() {
        for process in running.withLock({ $0 }) { kill(process, SIGKILL) }
    }

    /// True if the program and `/dev/fd` exist.
    var isInstalled: Bool {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        return access("/dev/fd", F_OK) == 0 && folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The arguments that make ffmpeg include its progress in its messages.
    static let progress = ["-progress", "pipe:2"]

    /// Runs the program until it exits or reaches a limit. `timeLimit` limits both the elapsed time and the processor time per core.
    ///
    /// - Parameter onProgress: receives the position in the output in seconds, if the arguments include `progress`.
    /// - Throws: `CancellationError`, after the program is killed.
    func run(
        _ arguments: [String], reading file: VideoFile, outputLimit: Int, timeLimit: Duration = frameTimeLimit,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> Outcome {
        // On systems where /dev/fd shares the offset of the open file, an earlier program may have moved the offset.
        lseek(file.descriptor.rawValue, 0, SEEK_SET)
        // The shell finds the program in PATH, and the program inherits the shell's limits.
        let script = """
            command -v \(name) >/dev/null || exit 127
            [ -e \(Self.inputPath) ] || { echo '\(name) reads files through /dev/fd, which is missing; mount /proc' >&2; exit 1; }
            ulimit -v \(Self.memoryLimit) 2>/dev/null
            ulimit -t \(Self.processorSeconds(timeLimit)) 2>/dev/null
            exec \(name) "$@"
            """
        let arguments = ["-c", script, name] + arguments
        do {
            return try await withTimeout(timeLimit, throwing: TimeLimitReached()) {
                var process: pid_t?
                defer { if let process { _ = Self.running.withLock { $0.remove(process) } } }
                let result = try await Subprocess.run(
                    .path("/bin/sh"), arguments: Arguments(arguments),
                    input: .fileDescriptor(file.descriptor, closeAfterSpawningProcess: false),
                    output: .bytes(limit: outputLimit), error: .sequence
                ) { execution in
                    process = execution.processIdentifier.value
                    _ = Self.running.withLock { $0.insert(execution.processIdentifier.value) }
                    var lastMessage = "no reason was given"
                    for try await line in execution.standardError.strings() where !line.isEmpty {
                        if let onProgress, let report = ProgressReport(line) {
                            if let seconds = report.seconds { onProgress(seconds) }
                        } else {
                            lastMessage = String(line.prefix(300))
                        }
                    }
                    return lastMessage
                }
                withExtendedLifetime(file) {}
                switch result.terminationStatus {
                case .exited(0): return .success(result.standardOutput)
                case .exited(127): return .failure(.missing)
                default:
                    // A program that was killed because the task was canceled has not failed.
                    try Task.checkCancellation()
                    return .failure(.unreadable(result.closureResult))
                }
            }
        } catch is TimeLimitReached {
            return .failure(.unreadable("ffmpeg took longer than \(timeLimit.components.seconds) seconds"))
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            return .failure(.unreadable("\(error)"))
        }
    }

    private struct TimeLimitReached: Error {}

    /// Returns the processor time limit in seconds. Encoding a video uses all cores; decoding a frame uses one core.
    private static func processorSeconds(_ timeLimit: Duration) -> Int64 {
        let cores = timeLimit > frameTimeLimit ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : 1
        return timeLimit.components.seconds * Int64(cores)
    }
}

/// A line of ffmpeg's progress reports: a name and a value, such as `out_time_us=1500000`.
private struct ProgressReport {
    /// The position in the output in seconds; `nil` for a line with another name.
    var seconds: Double?

    /// Parses a line; `nil` for a message.
    init?(_ line: String) {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].utf8.allSatisfy(Self.isNameByte) else { return nil }
        if parts[0] == "out_time_us" { seconds = Double(parts[1]).map { $0 / 1_000_000 } }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
    }
}
