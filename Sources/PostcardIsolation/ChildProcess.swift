import CIsolation
import PlatformLibc
import PostcardDisk
import PostcardImaging

/// A child process of this program that decodes a picture, with limits that the kernel enforces.
///
/// The child gets the file on descriptor 0 and memory for the pixels on descriptor 1, and writes a report to descriptor 2. The child's
/// memory contains no other pictures, and the child inherits neither other descriptors nor the environment of this process.
enum ChildProcess {
    static let isolation = Isolation(run)

    /// Decodes a picture and exits if this process is a child that was started for that purpose.
    static func decodeIfChild() {
        var count: CInt = 0
        guard let arguments = postcard_arguments(&count), count == 3, let first = arguments[1],
            let second = arguments[2],
            strcmp(first, word) == 0, let request = IsolatedDecoding(text: String(cString: second))
        else { return }
        postcard_begin_confinement()
        _exit(decode(request) ? 0 : 1)
    }

    /// The first argument of a child process that decodes a picture.
    private static let word = "--decode-picture"

    private static func decode(_ request: IsolatedDecoding) -> Bool {
        var status = stat()
        guard fstat(0, &status) == 0, status.st_size > 0,
            let source = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, 0, 0), source != MAP_FAILED
        else { return false }
        request.openLibraries()
        let error = postcard_confine(
            postcard_confinement(
                bytes: request.maximumMemory, result_bytes: request.pixelBytes, seconds: request.maximumSeconds))
        guard error == 0 else {
            errno = error
            perror("Can't confine the decoding process")
            return false
        }
        let report = request.decode(UnsafeRawBufferPointer(start: source, count: Int(status.st_size))) {
            guard ftruncate(1, off_t(request.pixelBytes)) == 0 else { return nil }
            let pixels = mmap(nil, request.pixelBytes, PROT_READ | PROT_WRITE, MAP_SHARED, 1, 0)
            return pixels == MAP_FAILED ? nil : pixels
        }
        var rest = report[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

extension ChildProcess {
    /// The maximum length of a report in bytes. Any further bytes are dropped.
    private static let maximumReport = 1 << 20
    /// The interval in milliseconds at which cancellation is checked.
    private static let interval: CInt = 20
    /// The maximum wall time, as a multiple of the processor time limit, to allow for busy machines.
    private static let wallTimeFactor = 6

    /// Decodes a file in a child process. Returns the child's report and, unless the report is an error, the pixels. Cancellation ends the
    /// wait.
    private static func run(
        _ source: UnsafeRawBufferPointer, _ request: IsolatedDecoding
    ) throws(ImageError) -> (report: [UInt8], pixels: SharedPixels?) {
        let process = try Running(request, source: source)
        var report: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let seconds = request.maximumSeconds * wallTimeFactor
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            try ImageWork.checkpoint()
            var polled = pollfd(fd: process.output.number, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, interval) > 0 else {
                guard ContinuousClock.now < deadline else {
                    throw process.error("did not finish within \(seconds) seconds")
                }
                continue
            }
            let count = buffer.withUnsafeMutableBytes { read(process.output.number, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            if report.count < maximumReport { report += buffer.prefix(count) }
        }
        let status = try process.exitStatus(deadline)
        guard status == 0 else { throw process.failure(status, report) }
        let count = process.pixels.size
        guard count == request.pixelBytes,
            let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, process.pixels.number, 0),
            memory != MAP_FAILED
        else { return (report, nil) }
        let pixels = SharedPixels(UnsafeMutableRawBufferPointer(start: memory, count: count)) {
            munmap($0.baseAddress, $0.count)
        }
        // The descriptors must stay open until here.
        withExtendedLifetime(process) {}
        return (report, pixels)
    }

    /// A child process, which is killed when this object is released.
    private final class Running {
        private let request: IsolatedDecoding
        let pixels: OwnedDescriptor
        let output: OwnedDescriptor
        private var process: pid_t = 0

        init(_ request: IsolatedDecoding, source: UnsafeRawBufferPointer) throws(ImageError) {
            var ends: (output: CInt, input: CInt) = (-1, -1)
            guard let file = OwnedDescriptor(postcard_memory_file()), file.write(source),
                let pixels = OwnedDescriptor(postcard_memory_file()), postcard_pipe(&ends.output, &ends.input),
                let output = OwnedDescriptor(ends.output), let input = OwnedDescriptor(ends.input)
            else { throw Running.unavailable(request, errno) }
            let error = postcard_spawn_self(
                ChildProcess.word, request.text, file.number, pixels.number, input.number, &process)
            guard error == 0 else { throw Running.unavailable(request, error) }
            self.request = request
            self.pixels = pixels
            self.output = output
        }

        deinit { _ = end() }

        /// Waits for a process that has closed its report to end, and returns its exit status.
        func exitStatus(_ deadline: ContinuousClock.Instant) throws(ImageError) -> CInt {
            var status: CInt = 0
            while ContinuousClock.now < deadline {
                try ImageWork.checkpoint()
                let result = waitpid(process, &status, WNOHANG)
                if result == process || result < 0 && errno != EINTR {
                    process = 0
                    return result < 0 ? 0 : status
                }
                usleep(200)
            }
            return end()
        }

        private func end() -> CInt {
            guard process > 0 else { return 0 }
            kill(process, SIGKILL)
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            process = 0
            return status
        }

        func failure(_ status: CInt, _ report: [UInt8]) -> ImageError {
            let signal = status & 0x7F
            switch signal {
            case 0:
                let words = String(decoding: report.prefix(200), as: UTF8.self).split(separator: "\n").first ?? ""
                return ImageError(.outOfMemory, "Can't decode \(name) in a separate process. \(words)")
            case SIGXCPU:
                return ImageError(
                    .limitExceeded,
                    "Decoding \(name) took more than \(request.maximumSeconds) seconds of processor time.")
            // libjxl aborts if an allocation fails.
            case SIGILL where request.format == .jxl, SIGABRT where request.format == .jxl: return request.memoryError
            // This process did not kill the child, so the system did, because memory ran out.
            case SIGKILL: return ImageError(.outOfMemory, "Not enough memory to decode \(name).")
            default:
                return error(
                    "ended with signal \(signal): the file is damaged, or decoding takes more than \(request.maximumMemory >> 20) MiB of memory"
                )
            }
        }

        private var name: String { "the \(request.format.displayName) file" }

        func error(_ reason: String) -> ImageError {
            ImageError(.damaged, "Can't read the \(request.format.displayName) file: its decoder \(reason).")
        }

        private static func unavailable(_ request: IsolatedDecoding, _ number: CInt) -> ImageError {
            ImageError(
                .outOfMemory,
                "Can't start a process to decode the \(request.format.displayName) file: \(String(cString: strerror(number))). Try again later."
            )
        }
    }
}
