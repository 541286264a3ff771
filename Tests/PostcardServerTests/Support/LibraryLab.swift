import Foundation
import Logging
import NIOHTTP1
import PostcardLibrary
import PostcardServer
import PostcardTestSupport
import Synchronization
import SystemPackage

/// A service with a test's library, and the library as another process would open it.
struct LibraryLab: Sendable {
    static let token = "0123456789abcdef0123456789abcdef"
    static let readerToken = "fedcba9876543210fedcba9876543210"

    let server: RunningServer
    let library: Library
    let folder: TemporaryFolder

    /// Runs a test. The tokens belong to `ann`, who can make changes, and `bob`, who can only read.
    static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, photoSource: PhotoSourceMaker? = nil,
        setup: ServiceSetup = ServiceSetup(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        prepare: (inout PictureServer) -> Void = { _ in }, test: (LibraryLab) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        // No two records have the same millisecond, since lists are sorted by the time of their items.
        let ticks = Mutex(0.0)
        let environment = Library.Environment(
            now: {
                ticks.withLock { ticks in
                    ticks += 0.001
                    return Date(timeIntervalSinceNow: ticks)
                }
            }, random: { .random(in: 0 ... .max) })
        let library = try Library(
            directory: FilePath(folder.path("library")), createIfNeeded: true, environment: environment)
        try await RunningServer.with(
            folder,
            {
                $0.images = []
                $0.allowsUnsigned = false
                $0.library = folder.path("library")
                $0.tokens = ["ann:\(token)", "bob:\(readerToken):read"]
                change(&$0)
            }, photoSource: photoSource, setup: setup, logger: logger, prepare: prepare
        ) { server in
            try await test(LibraryLab(server: server, library: library, folder: folder))
        }
    }

    /// Sends a request with Ann's token.
    func send(
        _ method: HTTPMethod, _ target: String, json: String? = nil, _ headers: HTTPHeaders = [:],
        beforeBody: @escaping @Sendable () throws -> Void = {}
    ) async throws -> RunningServer.Reply {
        var headers = headers
        headers.replaceOrAdd(name: "Authorization", value: "Bearer \(Self.token)")
        if json != nil { headers.replaceOrAdd(name: "Content-Type", value: "application/json") }
        return try await server.get(
            target, headers, method: method, body: json.map { Array($0.utf8) }, beforeBody: beforeBody)
    }

    func get(_ target: String, _ headers: HTTPHeaders = [:]) async throws -> RunningServer.Reply {
        try await send(.GET, target, headers)
    }

    /// A part of a form.
    enum Part {
        case field(String, String)
        case file(String, [UInt8])
        case photo([UInt8])
    }

    /// Sends fields and files as a form.
    func sendForm(
        _ target: String, _ fields: [(String, String)], files: [(name: String, bytes: [UInt8])]
    ) async throws -> RunningServer.Reply {
        try await sendForm(
            .POST, target, fields.map { .field($0, $1) } + files.map { .file($0.name, $0.bytes) })
    }

    /// Sends the parts of a form in order.
    func sendForm(
        _ method: HTTPMethod, _ target: String, _ parts: [Part], _ headers: HTTPHeaders = [:]
    ) async throws -> RunningServer.Reply {
        let boundary = "----a-boundary"
        var body: [UInt8] = []
        for part in parts {
            body += "--\(boundary)\r\nContent-Disposition: form-data; ".utf8
            switch part {
            case .field(let name, let value): body += "name=\"\(name)\"\r\n\r\n\(value)".utf8
            case .file(let name, let bytes):
                body += "name=\"media\"; filename=\"\(name)\"\r\n\r\n".utf8
                body += bytes
            case .photo(let bytes):
                body += "name=\"photo\"; filename=\"a.jpg\"\r\n\r\n".utf8
                body += bytes
            }
            body += "\r\n".utf8
        }
        body += "--\(boundary)--\r\n".utf8
        var headers = headers
        headers.replaceOrAdd(name: "Authorization", value: "Bearer \(Self.token)")
        headers.replaceOrAdd(name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")
        return try await server.get(target, headers, method: method, body: body)
    }

    /// Runs a test with another service for the same library.
    func withAnother(_ test: (LibraryLab) async throws -> Void) async throws {
        try await RunningServer.with(
            folder,
            {
                $0.images = []
                $0.library = folder.path("library")
                $0.tokens = ["ann:\(Self.token)"]
            }
        ) { server in
            try await test(LibraryLab(server: server, library: library, folder: folder))
        }
    }
}

extension Entry {
    /// The entry as clients read it, with whole seconds.
    var asSent: Entry {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(Entry.self, from: encoder.encode(self))
        }
    }
}

extension RunningServer.Reply {
    /// The body as a JSON object.
    var object: [String: Any] {
        get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:] }
    }

    /// The body as a list of JSON objects.
    var list: [[String: Any]] {
        get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [[String: Any]] ?? [] }
    }

    /// The body as a record.
    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(body))
    }
}
