import HTTPTypes
import NIOHTTP1
import PostcardDisk
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

/// A library that another program has locked, such as a long `library compact`.
@Suite struct LockedLibraryTests {
    private static let tower = #"{"coordinate": {"latitude": 48.8584, "longitude": 2.2945}, "name": "Eiffel Tower"}"#

    @Test func `reads continue, and changes are rejected after a timeout`() async throws {
        try await LibraryLab.run(prepare: { $0.lockTimeout = .zero }) { lab async throws in
            let pin = try lab.library.addPin(at: Coordinate(latitude: 1, longitude: 2))
            let lock = try FileLock(lab.library.index.lockPath)
            let targets: [(HTTPMethod, String, String?)] = [
                (.POST, "/library/pins", Self.tower), (.PATCH, "/library/pins/\(pin.id)", #"{"name": "Tower"}"#),
                (.DELETE, "/library/pins/\(pin.id)", nil),
            ]
            for (method, target, json) in targets {
                let refused = try await lab.send(method, target, json: json)
                expectEqual(refused.status, 503)
                expectEqual(refused["Retry-After"], "5")
                try expectEqual(refused.object["code"] as? String, "libraryBusy")
                #expect(try await lab.get("/library/pins").list.count == 1)
                #expect(try await lab.get("/library/pins/\(pin.id)").status == 200)
            }
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `a change is made as soon as the lock is released`() async throws {
        try await LibraryLab.run { lab async throws in
            let lock = Shared<FileLock?>(try FileLock(lab.library.index.lockPath))
            async let made = lab.send(.POST, "/library/pins", json: Self.tower)
            #expect(try await lab.get("/library/pins").list.isEmpty)
            lock.change { $0 = nil }
            #expect(try await made.status == 201)
        }
    }

    @Test(arguments: [
        (FileError.Code.noSpace, 507), (.busy, 503), (.notFound, 404), (.networkDisk, 403), (.readOnlyFileSystem, 403),
        (.invalidValue, 422), (.conflict, 409), (.damaged, 500),
    ])
    func `a file error has the same status in every operation`(code: FileError.Code, status: Int) {
        expectEqual(HTTPError(describing: FileError(code, "a message")).status.code, status)
    }

    @Test(arguments: [
        (LibraryError.Code.downloading, 409), (.notFound, 404), (.invalidValue, 422), (.preconditionFailed, 412),
    ])
    func `a library error has the same status in every operation`(code: LibraryError.Code, status: Int) {
        expectEqual(HTTPError(describing: LibraryError(code, "a message")).status.code, status)
    }
}
