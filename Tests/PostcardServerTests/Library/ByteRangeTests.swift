import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-", 0..<100), ("bytes=10-19", 10..<20), ("bytes=90-200", 90..<100),
        ("bytes=-10", 90..<100), ("bytes=-1000", 0..<100), ("BYTES=5-5", 5..<6),
        ("bytes=0-99999999999999999999", 0..<100),
    ])
    func `a range within the file selects a part`(field: String, range: Range<Int>) {
        #expect(ByteRange(field, size: 100) == .part(range))
    }

    @Test(arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"])
    func `a range after the end is unsatisfiable`(field: String) {
        #expect(ByteRange(field, size: 100) == .unsatisfiable)
    }

    @Test(arguments: [
        "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "bytes 0-1", "bytes=+1-2",
        "bytes=1--2", "",
    ])
    func `invalid ranges are ignored`(field: String) {
        #expect(ByteRange(field, size: 100) == .whole)
    }

    @Test func `a range of an empty file is unsatisfiable`() {
        expectEqual(ByteRange("bytes=0-0", size: 0), .unsatisfiable)
        expectEqual(ByteRange("bytes=-1", size: 0), .unsatisfiable)
        expectEqual(ByteRange(nil, size: 0), .whole)
    }
}
