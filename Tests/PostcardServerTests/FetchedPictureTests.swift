import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct FetchedPictureTests {
    private static let address = "http://pictures.test/a.jpg"
    private static let picture = SourcePictures.Picture(bytes: [1, 2, 3], hash: BlobHash(of: [1, 2, 3]))

    @Test(
        arguments: [
            ([:], nil, true), (["Cache-Control": "max-age=60"], 60, true),
            (["Cache-Control": "max-age=60", "Age": "20"], 40, true),
            (["Cache-Control": "max-age=60", "Age": "99"], 0, true),
            (["Cache-Control": "max-age=60, s-maxage=5"], 5, true),
            (["Cache-Control": "no-cache, max-age=60"], 0, true),
            (["Cache-Control": "NO-STORE"], 0, false), (["Cache-Control": "max-age=-1"], 0, true),
            (["Cache-Control": "max-age=soon"], nil, true),
            (["Cache-Control": "max-age=99999999999999999999"], nil, true),
            (["Cache-Control": "max-age=1", "Age": "-9223372036854775808"], 1, true),
        ] as [([String: String], Int?, Bool)])
    func `terms are what the fields say`(fields: [String: String], seconds: Int?, mayBeKept: Bool) {
        let terms = OriginTerms(address: Self.address, headers: HTTPHeaders(fields.map { ($0.key, $0.value) }))
        #expect(terms.seconds == seconds)
        #expect(terms.mayBeKept == mayBeKept)
        #expect(!terms.canBeAsked)
    }

    @Test func `picture is fresh for as long as its origin and the settings allow`() {
        let start = ContinuousClock().now
        let seconds = Shared(0)
        let fetched = FetchedPictures(cache: nil, memoryBytes: 100, lifetime: .seconds(100)) {
            start + .seconds(seconds.value)
        }
        for (directives, last) in [("max-age=60", 59), ("max-age=600", 99), ("no-cache", 0)] {
            seconds.change { $0 = 0 }
            fetched.keep(
                Self.picture, of: Self.address,
                on: OriginTerms(address: Self.address, headers: ["Cache-Control": directives, "ETag": "\"1\""]))
            seconds.change { $0 = last }
            #expect(fetched.hash(of: Self.address) != nil)
            seconds.change { $0 = last + 1 }
            #expect(fetched.hash(of: Self.address) == nil)
            #expect(fetched.stale(Self.address)?.picture.bytes == Self.picture.bytes)
        }
    }

    @Test func `what may not be stored is not written into the cache`() throws {
        let folder = try TemporaryFolder()
        let cache = try DiskCache(folder: folder.path("cache"), byteLimit: 1 << 20)
        let fetched = FetchedPictures(cache: cache, memoryBytes: 100, lifetime: .seconds(100)) { ContinuousClock().now }
        fetched.keep(
            Self.picture, of: Self.address,
            on: OriginTerms(address: Self.address, headers: ["Cache-Control": "no-store", "ETag": "\"1\""]))
        #expect(cache.byteCount == 0)
        #expect(fetched.stale(Self.address) == nil)
        cache.unlock()
    }

    @Test(
        arguments: [
            ("/srv/library/index.jsonl was cut off.", nil, "It does not fit what is there already."),
            ("It exists already.", .replace(.file), "It does not fit what is there already."),
            (
                "pin_1 belongs to jrn_1, which is deleted. Restore that first.", nil,
                "pin_1 belongs to jrn_1, which is deleted. Restore that first."
            ),
        ] as [(String, LibraryError.Suggestion?, String)])
    func `conflict of the library names no file and no option to clients`(
        message: String, suggestion: LibraryError.Suggestion?, detail: String
    ) {
        #expect(HTTPError(LibraryError(.conflict, message, suggestion))?.detail == detail)
    }
}
