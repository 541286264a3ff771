// A process for the tests of the index to kill, or to take away the disk from.
//
//     IndexCrashHelper write FOLDER NAME     changes the index for ever, and prints each change once committed
//     IndexCrashHelper read FOLDER           reads it for ever, and prints what must not be
//     IndexCrashHelper compact FOLDER TIMES  compacts it
//     IndexCrashHelper limited FOLDER BYTES  writes until no file may grow any more, then prints the error's code
//     IndexCrashHelper fill FOLDER           writes until the disk is full, then prints the error's code
//     IndexCrashHelper try FOLDER            prints what reading and writing come to

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PostcardLibrary
import SystemPackage

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: IndexCrashHelper write|read|compact|limited|fill|try FOLDER [NAME|BYTES|TIMES]")
    exit(64)
}
let folder = FilePath(arguments[2])

do throws(LibraryError) {
    switch arguments[1] {
    case "write": try CrashWriter(folder, name: arguments[3]).run()
    case "read": try CrashReader(folder).run()
    case "compact": try compact(folder, times: Int(arguments[3]) ?? 1)
    case "limited":
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(arguments[3]) ?? 0, rlim_max: rlim_t(arguments[3]) ?? 0)
        setrlimit(fileSizeLimit, &limit)
        try fill(folder)
    case "fill": try fill(folder)
    case "try": attempt(folder)
    default: exit(64)
    }
} catch {
    say("\(error.code)")
}
