import PostcardLibrary
import SystemPackage

/// Reads an index until it is killed, and prints violations.
struct CrashReader {
    let index: LibraryIndex

    init(_ folder: FilePath) throws(FileError) { index = try LibraryIndex(directory: folder) }

    func run() throws(FileError) {
        say("ready")
        var highest = 0
        while true {
            let count = try index.record(.counter)?.decode(Counter.self).value ?? 0
            if count < highest { say("the counter went from \(highest) to \(count)") }
            highest = count
            var cursor = try index.records(of: .left)
            var rest = 20
            while rest > 0, let left = try cursor.next() {
                if try index.record(RecordKey(.right, left.key.id)) == nil { say("half of \(left.key.id)") }
                rest -= 1
            }
            if index.hasFoundDamage { say("damage") }
        }
    }
}
