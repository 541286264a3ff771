import CIsolation
import PlatformLibc

/// The calls that the kernel denies to a confined decoding process.
enum Confinement {
    static func printErrors() {
        postcard_begin_confinement()
        let error = postcard_confine(postcard_confinement(bytes: 64 << 20, result_bytes: 4096, seconds: 5))
        guard error == 0 else { return print("confine", error) }
        func report(_ name: String, _ failed: Bool) { print(name, failed ? errno : 0) }
        report("open", open("/etc/passwd", O_RDONLY) < 0)
        report("write", open("/tmp/postcard-confined", O_CREAT | O_WRONLY, 0o600) < 0)
        report("socket", socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0) < 0)
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        let spawned = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
        print("spawn", spawned)
        report("kill", kill(getppid(), 0) != 0)
        report("shared", mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        report("private", mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        report("large", mmap(nil, 128 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        var thread = pthread_t()
        print("thread", pthread_create(&thread, nil, { _ in nil }, nil))
    }
}
