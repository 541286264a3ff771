import PostcardDisk

import PostcardFiles
import SystemPackage
import Testing

@Suite struct NamePatternTests {
    @Test(arguments: [
        ("{name}.{ext}", "a/b/c.png", "a/b/c.jpg"), ("{name}-{size}.{ext}", "c.tar.png", "c.tar-64.jpg"),
        ("{dir}/{name}.{ext}", "a/b/c.png", "a/b/c.jpg"), ("{dir}/{name}.{ext}", "c.png", "c.jpg"),
        ("{dir}-{name}.{ext}", "a/b/c.png", "a/b-c.jpg"), ("{name}.{type}.{ext}", "a/c.heic", "a/c.heic.jpg"),
        ("{name}.{ext}", ".hidden", ".hidden.jpg"), ("x{name}.{ext}", "c", "xc.jpg"),
        ("{dir}/{name}.{ext}", "../../a/c.png", "a/c.jpg"), ("{dir}/{name}/{size}.{ext}", "a/...png", "a/64.jpg"),
    ])
    func `a name is a function of the picture's path`(pattern: String, picture: String, result: String) throws {
        let pattern = try #require(NamePattern(pattern))
        #expect(pattern.path(of: FilePath(picture), size: "64", ext: "jpg").string == result)
    }

    @Test(arguments: [
        "", "x", "{nam}", "{name", "{size}.{ext}", "a/{name}", "../{dir}/{name}", "{name}{", "{name}", "x{name}",
    ])
    func `invalid patterns are rejected`(text: String) {
        #expect(NamePattern(text) == nil)
    }

    @Test func `bytes that are not UTF-8 are kept`() throws {
        let name = FilePath(bytes: [0x61, 0xE9, 0x2F, 0xFF, 0x2E, 0x70])
        let result = try #require(NamePattern("{name}.{ext}")).path(of: name, size: "1", ext: "jpg")
        #expect(result.bytes == [0x61, 0xE9, 0x2F, 0xFF] + Array(".jpg".utf8))
    }

    @Test(arguments: [("{name}.png", "png"), ("{name}.{ext}", nil), ("{name}", nil), ("{name}@2.webp", "webp")])
    func `the literal extension of a pattern is found`(pattern: String, ending: String?) {
        #expect(NamePattern(pattern)?.writtenExtension == ending)
    }

    @Test(arguments: ["1/1", "3/16", "16/16"])
    func `shards are numbered from 1`(text: String) { #expect(Shard(text) != nil) }

    @Test(arguments: ["0/3", "4/3", "1/0", "1", "a/b", "-1/3", "1/3/5", ""])
    func `other shards are rejected`(text: String) { #expect(Shard(text) == nil) }

    @Test func `each picture is in one shard, together with all pictures of the same name`() throws {
        for number in 0..<200 {
            let shards = try (1...7).map { try #require(Shard("\($0)/7")) }
            let places = ["jpg", "png", "heic"].map { ending in
                shards.indices.filter { shards[$0].contains(FilePath("a/IMG_\(number).\(ending)")) }
            }
            #expect(places.allSatisfy { $0.count == 1 && $0 == places[0] })
        }
    }
}
