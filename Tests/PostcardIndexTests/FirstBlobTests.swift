import Dispatch
import Foundation
import PostcardDisk
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardIndex

struct FirstBlobTests {
    @Test func `threads that store the first blobs at the same time find the index`() throws {
        for _ in 0..<TestScale.count(quick: 100, all: 500) {
            let folder = try ScratchFolder()
            let index = try LibraryIndex(directory: folder.path)
            let blobs = BlobStore(directory: folder.path)
            let errors = Mutex<[FileError]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do throws(FileError) {
                    try index.requireLines(blobs)
                    try index.begin(at: Date(timeIntervalSince1970: 0), blobs)
                    _ = try blobs.put([UInt8(number)])
                    if try index.isLost(blobs) { throw FileError(.damaged, "The index seems to be lost.") }
                } catch {
                    errors.withLock { $0.append(error) }
                }
            }
            #expect(errors.withLock { $0.map(\.description) } == [])
        }
    }
}
