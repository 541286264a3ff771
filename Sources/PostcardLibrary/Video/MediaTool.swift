import PlatformLibc
import PostcardCore
import Subprocess
import Synchronization
import SystemPackage

/// The reason why ffmpeg or ffprobe gave nothing.
package enum MediaFailure: Error {
    /// The program is not installed.
    case missing
    /// The file is no video that it reads, or it could not do it; the reason, or the last thing that it said.
    case unreadable(String)
}

/// A program of ffmpeg, run with bounds on its time, memory and output, and with nothing to read but one file.
struct MediaTool: Sendable {
    /// The outcome of a run: what the program wrote.
    typealias Outcome = Result<[UInt8], MediaFailure>

    /// The name that it is found by.
    let name: String

    static let ffmpeg = MediaTool(name: "ffmpeg")
    static let ffprobe = MediaTool(name: "ffprobe")

    /// Longer than a frame of any sound file takes, even on a small computer.
    static let frameTimeLimit: Duration = .seconds(30)
    /// Enough for minutes of video on a small computer.
    static let videoTimeLimit: Duration = .seconds(1_800)
    /// Enough for a frame of 8K video with the libraries that ffmpeg loads. In KiB, as the shell takes it.
    private static let memoryLimit = 3 << 20

    /// The containers that are read: those in which cameras and people keep videos. Others of ffmpeg's are lists of further
    /// files and addresses, by which a file from a stranger could make it read what is none of theirs.
    private static let containers = [
        "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "ogg", "mpeg", "mpegts", "mpegvideo", "flv", "asf", "mxf",
        "gif", "dv", "wtv", "rm", "nut", "h264", "hevc", "av1", "obu", "ivf", "m4v",
        "apng",
    ]

    /// The arguments for the file to read, which is the standard input: no name is taken for an option or an address, and no other file
    /// can take its place. As a file of `/dev/fd` it has the beginning and the end that many containers are read from; in a pipe it has not.
    static let input = [
        "-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","), "-i",
        "file:\(inputPath)",
    ]
    private static let inputPath = "/dev/fd/0"

    /// The programs at work.
    private static let running = Mutex<Set<pid_t>>([])

    /// Kills the programs at work, for a process that ends without waiting for its tasks.
    static func killAll() {
        for process in running.withLock({ $0 }) { kill(process, SIGKILL) }
    }

    /// True when the program is installed, and can be given files.
    var isInstalled: Bool {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        return access("/dev/fd", F_OK) == 0 && folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Runs the program to its end, or to its limits. `timeLimit` is for the time that passes, and for each of the machine's cores.
    ///
    /// - Throws: `CancellationError` when the task is cancelled; the program is killed then.
    func run(
        _ arguments: [String], reading file: VideoFile, outputLimit: Int, timeLimit: Duration = frameTimeLimit
    ) async throws -> Outcome {
        // Where /dev/fd gives the same open file and not the file opened anew, it is read from where the last program left it.
        lseek(file.descriptor.rawValue, 0, SEEK_SET)
        // The shell sets the limits, which the program inherits; it is found in PATH as everywhere.
        let script = """
            command -v \(name) >/dev/null || exit 127
            [ -e \(Self.inputPath) ] || { echo '\(name) is given files by /dev/fd, which is not there; mount /proc' >&2; exit 1; }
            ulimit -v \(Self.memoryLimit) 2>/dev/null
            ulimit -t \(Self.processorSeconds(timeLimit)) 2>/dev/null
            exec \(name) "$@"
            """
        let arguments = ["-c", script, name] + arguments
        do {
            return try await withTimeout(timeLimit, throwing: TimeIsUp()) {
                var process: pid_t?
                defer { if let process { _ = Self.running.withLock { $0.remove(process) } } }
                let result = try await Subprocess.run(
                    .path("/bin/sh"), arguments: Arguments(arguments),
                    input: .fileDescriptor(file.descriptor, closeAfterSpawningProcess: false),
                    output: .bytes(limit: outputLimit), error: .string(limit: 1 << 20)
                ) { execution in
                    process = execution.processIdentifier.value
                    _ = Self.running.withLock { $0.insert(execution.processIdentifier.value) }
                }
                withExtendedLifetime(file) {}
                switch result.terminationStatus {
                case .exited(0): return .success(result.standardOutput)
                case .exited(127): return .failure(.missing)
                default: return .failure(.unreadable(Self.lastLine(of: result.standardError)))
                }
            }
        } catch is TimeIsUp {
            return .failure(.unreadable("it took longer than \(timeLimit.components.seconds) seconds"))
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            return .failure(.unreadable("\(error)"))
        }
    }

    private struct TimeIsUp: Error {}

    /// Coding a video keeps all cores busy; a frame is decoded by one.
    private static func processorSeconds(_ timeLimit: Duration) -> Int64 {
        let cores = timeLimit > frameTimeLimit ? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) : 1
        return timeLimit.components.seconds * Int64(cores)
    }

    private static func lastLine(of text: String) -> String {
        text.split(whereSeparator: \.isNewline).last.map { String($0.prefix(300)) } ?? "it did not say why"
    }
}
