import Foundation
import HTTPTypes
import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct OpenAPITests {
    private static func document(_ lab: LibraryLab) async throws -> [String: Any] {
        let reply = try await lab.server.get("/openapi.json")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/json")
        return try reply.object
    }

    @Test func `every operation is described, and every described operation exists`() async throws {
        try await LibraryLab.run { lab in
            let paths = try #require(try await Self.document(lab)["paths"] as? [String: [String: Any]])
            var described: Set<String> = []
            for (path, item) in paths {
                for method in item.keys where method != "parameters" {
                    described.insert("\(method.uppercased()) \(path)")
                    let operation = try #require(item[method] as? [String: Any])
                    let target = path.replacing(#/{[a-z]+}/#, with: "x")
                    let reply = try await lab.server.get(target, method: HTTPMethod(rawValue: method.uppercased()))
                    // Images need a signature, and the library needs a token.
                    let expected =
                        switch ((operation["tags"] as? [String])?.first, method) {
                        case ("library", _): 401
                        case ("service", "get"): 200
                        default: 403
                        }
                    #expect(reply.status == expected, "\(method) \(path)")
                }
            }
            let operations = LibraryService.endpoints.map(\.operation).map { "\($0.method.rawValue) \($0.path)" }
            #expect(Set(operations).count == operations.count)
            #expect(described.filter { $0.contains(" /library") } == Set(operations))
        }
    }

    /// Returns the methods for each path template in the guide's table.
    private static func listedMethods() throws -> [String: String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Documentation/Reference/HTTP.md"), encoding: .utf8)
        var methods: [String: String] = [:]
        for row in guide.split(separator: "\n") where row.hasPrefix("|`/") {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            try #require(cells.count == 5, "\(row)")
            let isRead = !cells[2].allSatisfy(\.isWhitespace)
            for path in cells[1].matches(of: #/`([^`]+)`/#) {
                // The guide writes ids in capitals.
                let template = String(path.1).replacing(#/[A-Z]+/#) { "{\($0.output.lowercased())}" }
                methods[template] = "\(isRead ? "GET" : "") \(cells[3])"
            }
        }
        return methods
    }

    @Test func `the guide lists all endpoints of the library`() async throws {
        let listed = try Self.listedMethods()
        try await LibraryLab.run { lab in
            let all = try #require(try await Self.document(lab)["paths"] as? [String: [String: Any]])
            let paths = all.filter { $0.key.hasPrefix("/library") || $0.key.hasPrefix("/session") }
            #expect(Set(listed.keys) == Set(paths.keys))
            for (path, item) in paths {
                for method in item.keys where method != "parameters" {
                    #expect(listed[path]?.contains(method.uppercased()) == true, "\(method) \(path)")
                }
            }
        }
    }

    @Test func `names are unique, and references are valid`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get("/openapi.json")
            let schemas = try #require((try reply.object["components"] as? [String: Any])?["schemas"] as? [String: Any])
            let names = reply.text.matches(of: #/"#\/components\/schemas\/([A-Za-z]+)"/#).map { String($0.1) }
            #expect(Set(names) == Set(schemas.keys))
            let operations = reply.text.matches(of: #/"operationId":"([A-Za-z]+)"/#).map { String($0.1) }
            #expect(operations.count > LibraryService.endpoints.count)
            #expect(Set(operations).count == operations.count)
        }
    }

    @Test func `path parameters are described`() async throws {
        try await LibraryLab.run { lab in
            let paths = try #require(try await Self.document(lab)["paths"] as? [String: [String: Any]])
            for (path, item) in paths {
                let names = (item["parameters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                #expect(names == PathTemplate(path).parameters)
            }
        }
    }

    @Test func `without a library, only the service is described`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get("/openapi.json")
            #expect(!reply.text.contains("/library/pins"))
            #expect(!reply.text.contains("\"401\""))
            let tag = try #require(reply["ETag"])
            #expect(try await server.get("/openapi.json", ["If-None-Match": tag]).status == 304)
        }
    }
}
