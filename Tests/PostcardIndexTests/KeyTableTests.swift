import PostcardDisk
import PostcardTestSupport
import Testing

@testable import PostcardIndex

struct KeyTableTests {
    @Test func `positions survive table growth and hash collisions`() throws {
        var table = KeyTable()
        // Hashes that are equal in pairs, with the pairs close to one another.
        func hash(_ key: Int) -> UInt64 { UInt64(key / 2 % 1000) }
        func position(_ key: Int, _ version: Int) -> KeyTable.Position {
            KeyTable.Position(line: key * 1000 + version, start: 29, isDeletion: version == 2)
        }
        for version in 0...2 {
            for key in 0..<4000 {
                let before = try table.set(hash: hash(key), to: position(key, version)) { $0.line / 1000 == key }
                #expect(before == (version == 0 ? nil : position(key, version - 1)))
            }
        }
        #expect(table.count == 4000)
        #expect(table.deletionCount == 4000)
        for key in 0..<4000 {
            #expect(try table.position(hash: hash(key)) { $0.line / 1000 == key } == position(key, 2))
        }
        #expect(try table.position(hash: 1) { _ in false } == nil)
    }

    @Test(arguments: [(0, 1, false), ((1 << 39) - 1, LineFormat.maximumLength - 1, true)])
    func `a position preserves its parts`(line: Int, start: Int, isDeletion: Bool) {
        let position = KeyTable.Position(line: line, start: start, isDeletion: isDeletion)
        expectEqual(position.line, line)
        expectEqual(position.start, start)
        expectEqual(position.isDeletion, isDeletion)
    }
}
