import PlatformFoundation
import PlatformLibc
import PostcardCommands
import SystemPackage

/// The user's web browser.
enum Browser {
    /// Opens a page. All users of the machine can see the page's path, because it is a process argument.
    static func open(_ page: FilePath) {
        start("\(Shell.opener) \(Shell.quoted(page.string)) </dev/null >/dev/null 2>&1 &")
    }

    /// Runs a shell command, and waits for the shell.
    ///
    /// `Shell.run` is only for programs in the terminal: while system(3) runs, this process ignores SIGINT, so a Ctrl-C would be lost.
    private static func start(_ command: String) {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0 else { return }
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // A closed pipe must end other programs with SIGPIPE.
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ["sh", "-c", command]
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let (arguments, environment) = (words.map { strdup($0) }, variables.map { strdup($0) })
        defer { for each in arguments + environment { free(each) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", nil, &attributes, arguments + [nil], environment + [nil]) == 0
        else { return }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}
