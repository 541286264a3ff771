// A process that index tests kill, or run on a full or limited disk.
//
//     IndexCrashHelper write FOLDER NAME     changes the index forever, and prints each committed change
//     IndexCrashHelper read FOLDER           reads it forever, and prints violations
//     IndexCrashHelper compact FOLDER TIMES  compacts it
//     IndexCrashHelper places FOLDER         makes tables of positions forever, and prints whether the results are the same
//     IndexCrashHelper limited FOLDER BYTES  writes until files can't grow, then prints the error's code
//     IndexCrashHelper fill FOLDER           writes until the disk is full, then prints the error's code
//     IndexCrashHelper try FOLDER            prints the results of a read and a write
//     IndexCrashHelper put FOLDER TEXT       stores a blob, and prints the result
//     IndexCrashHelper import FOLDER PHOTOS  imports a folder of photos, and prints each committed one

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
    print("usage: IndexCrashHelper write|read|places|compact|limited|fill|try|put|import FOLDER [ARGUMENT]")
    exit(64)
}
let folder = FilePath(arguments[2])

if arguments[1] == "import" {
    await importPhotos(into: folder, from: FilePath(arguments[3]))
    exit(0)
}
do {
    switch arguments[1] {
    case "write": try CrashWriter(folder, name: arguments[3]).run()
    case "read": try CrashReader(folder).run()
    case "places": try comparePlaces(folder)
    case "compact": try compact(folder, times: Int(arguments[3]) ?? 1)
    case "limited":
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(arguments[3]) ?? 0, rlim_max: rlim_t(arguments[3]) ?? 0)
        setrlimit(fileSizeLimit, &limit)
        try fill(folder)
    case "fill": try fill(folder)
    case "try": attempt(folder)
    case "put":
        _ = try BlobStore(directory: folder).put(Array(arguments[3].utf8))
        say("put")
    default: exit(64)
    }
} catch let error as FileError {
    say("\(error.code)")
}
