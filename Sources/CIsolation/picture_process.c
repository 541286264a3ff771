#define _GNU_SOURCE
#include "CIsolation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
    #include <mach-o/dyld.h>
#endif
#ifdef __linux__
    #include <sys/auxv.h>
    #include <linux/audit.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <malloc.h>
    #include <pthread.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>

    #if defined(__x86_64__)
        #define POSTCARD_ARCHITECTURE AUDIT_ARCH_X86_64
    #elif defined(__aarch64__)
        #define POSTCARD_ARCHITECTURE AUDIT_ARCH_AARCH64
    #endif
#endif
#ifndef __has_feature
    #define __has_feature(name) 0
#endif

static int argument_count;
static char **argument_values;
/// The path of the program, for systems without /proc. The path from the loader may be relative to the start folder.
static char program[PATH_MAX];

/// The loader passes these before `main`; the Swift runtime reads them from /proc.
__attribute__((constructor)) static void store_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
#ifdef __linux__
    const char *path = access("/proc/self/exe", X_OK) == 0 ? NULL : (const char *)getauxval(AT_EXECFN);
    if (path && !realpath(path, program)) program[0] = 0;
#endif
}

char **postcard_arguments(int *count) {
    *count = argument_count;
    return argument_values;
}

/// Returns a descriptor above the standard ones, for a program that was started without these.
static int above_standard(int file) {
    if (file < 0 || file > 2) return file;
    int copy = fcntl(file, F_DUPFD_CLOEXEC, 3);
    close(file);
    return copy;
}

int postcard_memory_file(void) {
#ifdef __linux__
    return above_standard(memfd_create("postcard", MFD_CLOEXEC));
#else
    char path[] = "/tmp/postcard-XXXXXX"; // why: mkostemp's pattern
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return above_standard(file);
#endif
}

bool postcard_pipe(int *output, int *input) {
    int ends[2];
    // A process that another thread starts between two calls would keep an end open.
#ifdef __linux__
    if (pipe2(ends, O_CLOEXEC)) return false;
#else
    if (pipe(ends)) return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#endif
    for (int i = 0; i < 2; i++) ends[i] = above_standard(ends[i]);
    if (ends[0] >= 0 && ends[1] >= 0) {
        *output = ends[0];
        *input = ends[1];
        return true;
    }
    int error = errno;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    errno = error;
    return false;
}

/// Copies the variables that the C library and the loader read, up to `capacity` including the final null pointer. The others may contain
/// keys, which no decoder needs. An environment can have a variable more than once.
static void copy_environment(char *copied[], size_t capacity) {
    extern char **environ;
    static const char *const names[] = {"LD_LIBRARY_PATH=", "DYLD_LIBRARY_PATH=", "GLIBC_TUNABLES=", "MALLOC_PERTURB_="};
    // The signal reports a crash; Swift would start a program to print it.
    copied[0] = "SWIFT_BACKTRACE=enable=no";
    size_t count = 1;
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (count + 1 < capacity && strncmp(*variable, names[i], strlen(names[i])) == 0) copied[count++] = *variable;
    copied[count] = NULL;
}

int postcard_spawn_self(
    const char *first, const char *second, int input, int output, int report, pid_t *process) {
    char *const arguments[] = {"postcard", (char *)first, (char *)second, NULL};
    char *environment[16];
    copy_environment(environment, sizeof environment / sizeof *environment);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
        uint32_t size = sizeof program;
        if (_NSGetExecutablePath(program, &size)) program[0] = 0;
#endif
        posix_spawnattr_setflags(&attributes, flags);
        error = posix_spawn_file_actions_adddup2(&actions, input, 0);
        if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
        if (!error) error = posix_spawn_file_actions_adddup2(&actions, report, 2);
        const char *path = program[0] ? program : "/proc/self/exe";
        if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// Sets a limit, or keeps the current one if that is smaller.
static bool limit(int resource, size_t soft, size_t hard) {
    struct rlimit limit;
    if (getrlimit(resource, &limit)) return false;
    if (limit.rlim_max > hard) limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(resource, &limit) == 0;
}

#ifdef POSTCARD_ARCHITECTURE

// Allows a call: skips the return that follows, unless the number matches.
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))

/// Lets the process use its memory, its threads, the time and its three descriptors. All other calls fail as not permitted. The process is
/// not killed for them, since libraries look up the number of processors in files and continue without them.
static bool filter_calls(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, POSTCARD_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(brk), ALLOW(madvise), ALLOW(futex), ALLOW(set_robust_list), ALLOW(rseq),
        ALLOW(sched_getaffinity), ALLOW(sched_yield), ALLOW(rt_sigprocmask), ALLOW(rt_sigaction), ALLOW(rt_sigreturn),
        ALLOW(sigaltstack), ALLOW(read), ALLOW(write), ALLOW(writev), ALLOW(lseek), ALLOW(fstat), ALLOW(ftruncate),
        ALLOW(close), ALLOW(getrandom), ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(sysinfo),
        ALLOW(gettid), ALLOW(getpid), ALLOW(exit), ALLOW(exit_group),
        // Signals to itself only, as abort sends one.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        REFUSE(EPERM),
        // No filter can see its flags. The C library then starts threads with the older call.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), REFUSE(ENOSYS),
        // Threads, but not processes.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4), ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), REFUSE(EPERM),
        // `RLIMIT_DATA` does not include shared memory: only the pixels, descriptor 1, may be shared.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 7), ARGUMENT(3),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), ARGUMENT(4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), REFUSE(EPERM),
        REFUSE(EPERM),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    // systemd's @system-service has only the older call. There is still only one thread, and later ones inherit its filter.
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return true;
    // A kernel without filters; the limits still apply.
    return errno == EINVAL || errno == ENOSYS;
}

#endif

void postcard_begin_confinement(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may already have ended. Then no one reads the report.
    struct pollfd report = {.fd = 2, .events = POLLOUT};
    if (poll(&report, 1, 0) == 1 && report.revents & POLLERR) _exit(1);
    // Memory-intensive processes should yield to others.
    if (nice(5) < 0) errno = 0;
    #ifdef SYS_close_range
    syscall(SYS_close_range, 3, ~0U, 0);
    #endif
    // The limit includes memory reserved for arenas and stacks.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_setattr_default_np(&attributes);
    #ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    #endif
#endif
}

int postcard_confine(postcard_confinement limits) {
    bool is_done = limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1)
        && limit(RLIMIT_FSIZE, limits.result_bytes, limits.result_bytes);
    // A sanitizer reserves terabytes.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
    is_done = is_done && limit(RLIMIT_DATA, limits.bytes, limits.bytes);
#endif
#ifdef POSTCARD_ARCHITECTURE
    is_done = is_done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && filter_calls();
#endif
    return is_done ? 0 : errno;
}
