import Testing

@testable import ReducedJPEG

/// A failed allocation causes an error and does not end the program.
struct MemoryTests {
    @Test func `a decoder reports a failed allocation`() {
        let error = #expect(throws: ReducedJPEGError.self) { _ = try Arena().allocate(UInt8.self, count: 1 << 62) }
        #expect(error?.code == .outOfMemory)
    }

    @Test func `a writer reports a failed allocation`() throws {
        #expect(throws: ReducedJPEGError.self) { _ = try BitWriter(capacity: 1 << 62) }
        var writer = try BitWriter(capacity: 16)
        writer.append([1, 2, 3])
        let written = try writer.contents()
        #expect(written == [1, 2, 3])
        writer.append(repeatElement(0, count: 1 << 62))
        for _ in 0..<10_000 { writer.put(0x5555, size: 16) }
        writer.end(with: 0xD9)
        var code: ReducedJPEGError.Code?
        do throws(ReducedJPEGError) { _ = try writer.contents() } catch { code = error.code }
        #expect(code == .outOfMemory)
    }
}
