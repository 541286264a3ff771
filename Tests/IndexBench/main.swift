// Appends changes to the index of a library, one after another, for Benchmarks/index.
//
// IndexBench FOLDER RECORD.json COUNT
import Foundation
import PostcardDisk
import PostcardIndex
import SystemPackage

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]), count > 0 else {
    print("usage: IndexBench FOLDER RECORD.json COUNT")
    exit(64)
}
let record = [UInt8](try Data(contentsOf: URL(filePath: arguments[2])))
let index = try LibraryIndex(directory: FilePath(arguments[1]))
for number in 0..<count {
    try index.update(at: Date()) { transaction in
        try transaction.put(json: record, for: RecordKey("meme", "meme-bench-\(number)"))
    }
}
