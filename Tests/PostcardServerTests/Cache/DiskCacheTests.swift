import Foundation
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct DiskCacheTests {
    private static func name(_ number: Int) -> BlobHash { BlobHash(of: Array("\(number)".utf8)) }

    @Test func `small files are counted by the blocks that they use`() throws {
        let folder = try TemporaryFolder()
        let block = DiskCache.blockSize(folder.url.path)
        let cache = try DiskCache(folder: folder.path("cache"), byteLimit: 10 * block)
        for number in 0..<50 { #expect(cache.write([1, 2, 3], as: Self.name(number))) }
        #expect(cache.byteCount == 10 * block)
        #expect((0..<50).count { cache.read(Self.name($0)) != nil } == 10)
        cache.unlock()
    }

    @Test func `only one process can use a cache folder`() throws {
        let folder = try TemporaryFolder()
        let cache = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
        #expect(throws: StartupError.self) { try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20) }
        cache.write([1], as: Self.name(1))
        cache.unlock()
        let next = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
        #expect(next.read(Self.name(1)) == [1])
        next.unlock()
    }
}
