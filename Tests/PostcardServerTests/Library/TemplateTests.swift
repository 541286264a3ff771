import Foundation
import NIOHTTP1
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct TemplateTests {
    private static let path = "/library/templates/mine"

    private static func json(_ template: Template = Template(name: "other", picture: "a.jpg")) throws -> String {
        let document = TemplateDocument(template: template, files: ["a.jpg": try TestPicture.jpeg()])
        return String(decoding: try document.json().bytes, as: UTF8.self)
    }

    @Test func `a template is added, used, changed and deleted`() async throws {
        try await LibraryLab.run { lab in
            let added = try await lab.send(.PUT, Self.path, json: Self.json())
            expectEqual(added.status, 201)
            expectEqual(added["Location"], Self.path)
            try await expectEqual(lab.send(.PUT, Self.path, json: Self.json()).status, 200)
            try await expectEqual(lab.get("/images/mine/one/two.png").status, 200)
            let changed = try await lab.send(.PATCH, Self.path, json: #"{"title": "New", "keywords": ["k"]}"#)
            expectEqual(changed.status, 200)
            let stored = try lab.library.templates.template(named: "mine")
            expectEqual(stored.template.title, "New")
            try expectEqual(stored.picture(), TestPicture.jpeg())
            let listed = try await lab.get("/templates/mine").object
            expectEqual(listed["name"] as? String, "New")
            expectEqual(listed["isBuiltIn"] as? Bool, false)
            let file = try await lab.get(Self.path)
            expectEqual(file["ETag"], changed["ETag"])
            expectEqual((try file.object["files"] as? [String: String])?.keys.sorted(), ["a.jpg"])
            try await expectEqual(lab.send(.DELETE, Self.path).status, 204)
            try await expectEqual(lab.get("/templates/mine").status, 404)
            try await expectEqual(lab.send(.DELETE, Self.path).status, 404)
        }
    }

    @Test func `changes need a token that can write`() async throws {
        try await LibraryLab.run { lab in
            let body = Array(try Self.json().utf8)
            for (token, status) in [(nil, 401), (LibraryLab.readerToken, 403)] as [(String?, Int)] {
                var headers: HTTPHeaders = ["Content-Type": "application/json"]
                if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
                try await expectEqual(lab.server.get(Self.path, headers, method: .PUT, body: body).status, status)
            }
            #expect(try lab.library.templates.templates().allSatisfy(\.isBuiltIn))
        }
    }

    @Test func `only the version that the client knows is changed`() async throws {
        try await LibraryLab.run { lab in
            let tag = try #require(try await lab.send(.PUT, Self.path, json: Self.json())["ETag"])
            let change = #"{"title": "New"}"#
            try await expectEqual(lab.send(.PATCH, Self.path, json: change, ["If-Match": tag]).status, 200)
            try await expectEqual(lab.send(.PATCH, Self.path, json: change, ["If-Match": tag]).status, 412)
        }
    }

    @Test(arguments: [
        ("mine", "{", 400), ("mine", #"{"picture": "a.jpg"}"#, 422), ("mine", "[]", 422),
        ("mine", #"{"picture": "a.jpg", "titel": "A"}"#, 422),
        ("mine", #"{"picture": "../a.jpg", "files": {}}"#, 422),
        ("mine", #"{"picture": "a.jpg", "files": {"a.jpg": "/etc/passwd"}}"#, 422),
        ("mine", #"{"picture": "a.jpg", "files": {"a.jpg": "data:image/png;base64,aGVsbG8="}}"#, 415),
        ("Not_a_name", #"{"picture": "a.jpg"}"#, 422), ("crossroads", #"{"picture": "a.jpg"}"#, 409),
    ])
    func `an invalid template is rejected and stores nothing`(name: String, json: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            try await expectEqual(lab.send(.PUT, "/library/templates/\(name)", json: json).status, status)
            #expect(try lab.library.templates.templates().allSatisfy(\.isBuiltIn))
            #expect(try lab.folder.files().allSatisfy { !$0.hasSuffix(".part") })
        }
    }

    @Test(arguments: [HTTPMethod.PATCH, .DELETE])
    func `built-in templates can't be changed`(method: HTTPMethod) async throws {
        try await LibraryLab.run { lab in
            let json = method == .PATCH ? #"{"title": "A"}"# : nil
            try await expectEqual(lab.send(method, "/library/templates/crossroads", json: json).status, 403)
            try await expectEqual(lab.get("/library/templates/crossroads").status, 200)
        }
    }

    @Test func `memegen's clients choose a style of the picture, and get the animated one for a GIF`() async throws {
        try await LibraryLab.run({ $0.allowsUnsigned = true }) { lab in
            var template = Template(name: "mine", picture: "a.jpg")
            template.styles = ["sad.jpg", "default.gif"]
            let size = PixelSize(width: 80, height: 40)
            let image = try TestPicture.gradient(size.width, size.height)
            _ = try lab.library.templates.add(
                TemplateDocument(
                    template: template,
                    files: [
                        "a.jpg": TestPicture.jpeg(), "sad.jpg": image.encoded(as: .jpeg()),
                        "default.gif": image.encoded(as: .gif),
                    ]))
            for (path, ratio) in [("one.png", 64.0 / 48), ("one.png?style=sad", 2), ("one.gif", 2)] {
                let reply = try await lab.get("/images/mine/\(path)")
                let found = try ImageHeader(of: reply.body).size
                #expect(abs(Double(found.width) / Double(found.height) - ratio) < 0.02, "\(path) \(found)")
            }
            try await expectEqual(
                lab.get("/images/mine/one.png?style=happy", ["Accept": "application/json"]).status, 422)
            let animated = try await lab.get("/templates?animated=true").list.compactMap { $0["id"] as? String }
            expectEqual(animated, ["mine"])
        }
    }
}
