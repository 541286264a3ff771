import HTTPTypes
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct RouteTableTests {
    private let table: RouteTable
    private let endpoints: [Endpoint<Responder>]

    init() throws {
        var configuration = ServerConfiguration()
        configuration.library = "/library"
        configuration.allowsAnonymousReading = true
        endpoints = try APIFeatures(
            configuration, presets: Presets(ServerConfiguration()), hasApp: true
        ).endpoints
        table = RouteTable(endpoints)
    }

    private static let signature = String(repeating: "s", count: 28)

    @Test(arguments: [
        ("/healthz", "isAlive"), ("/openapi.json?x=/", "getDescription"), ("/sheet?picture=a/b", "getSheet"),
        ("/sheet.png?picture=a", "getSheetAs"), ("/unsafe/10x10/a/b.jpg", "getPictureUnsigned"),
        ("/unsafe/", "getPictureUnsigned"), ("/\(signature)/10x10/a.jpg", "getPictureSigned"),
        ("/p/card/a/b.jpg", "getPictureByPreset"), ("/memes", "makeMeme"), ("/memes/", "makeMeme"),
        ("/images", "listExamples"), ("/images/", "listExamples"), ("/images/a/b.png", "getMemePicture"),
        ("/images/custom/a.png", "getMemePicture"), ("/images/custom", "orderCustomMeme"),
        ("/images/custom/?x", "orderCustomMeme"), ("/templates", "listTemplates"), ("/templates/a/", "getTemplate"),
        ("/fonts/", "listFonts"), ("/fonts/a/b", "getFont"), ("/library/pins", "listPins"),
        ("/library/%70ins", "listPins"), ("/library/photos/x/file", "getPhotoFile"),
        ("/library/photos/x/peek", "getSmallPhoto"), ("/library/photos/%66ile", "getPhoto"),
        ("/", "getFrontPage"), ("/app", "getAppAddress"), ("/app/", "getAppPage"), ("/app/pins/x?y", "getAppPage"),
        ("/app/sw.js", "getAppWorker"), ("/app/-/1/js/a.js", "getAppFile"), ("/session", "getSession"),
    ])
    func `a URL is routed to its operation`(target: String, name: String) throws {
        #expect(table.match(target)?.endpoints.first?.operation.name == name)
    }

    @Test(arguments: [
        "", "*", "healthz", "/healthz/", "/%68ealthz", "/unsafe", "/unsafe?x=/", "/p/card", "/p?x/y", "/memes/1",
        "/image", "/sheet/", "/sheet.png/a", "/short/10x10/a.jpg", "/library", "/library/", "/library/pins/x/y/z",
        "//unsafe/a", "http://example.org/healthz",
    ])
    func `an unknown path is not found`(target: String) {
        #expect(table.match(target) == nil)
    }

    /// Signatures cover the bytes as received, so routing never decodes the values in a path.
    @Test(arguments: [
        ("/unsafe/a%2Fb//c?v=1", "rest", "a%2Fb//c?v=1"), ("/p/a%20b/c%3F?v=1", "preset", "a%20b"),
        ("/p/a%20b/c%3F?v=1", "picture", "c%3F?v=1"), ("/\(signature)%3D/x?y", "signature", "\(signature)%3D"),
        ("/images/a/b%2F.png/?x=1", "address", "a/b%2F.png"), ("/templates/a%62/", "template", "a%62"),
        ("/sheet.p%6Eg", "ext", "p%6Eg"), ("/library/pins/a%20b?limit=1", "pin", "a%20b"),
    ])
    func `values are passed on as received`(target: String, name: String, value: String) throws {
        #expect(table.match(target)?.values[name].map(String.init) == value)
    }

    @Test(arguments: [("/a/x1", "first"), ("/a/y1", "second"), ("/a/z1", nil)])
    func `the text before a value distinguishes paths`(target: String, name: String?) {
        let table = RouteTable(
            [("/a/x{number}", "first"), ("/a/y{number}", "second")].map { path, name in
                Operation(
                    method: .get, path: PathTemplate(path), name: name, summary: "", tag: "", route: "", replies: []
                ).handled { _ in throw HTTPError.notFound }
            })
        #expect(table.match(target)?.endpoints.first?.operation.name == name)
        #expect(table.match(target)?.values == name.map { _ in ["number": "1"] })
    }

    @Test(arguments: [
        ("/images", ["GET", "HEAD", "POST"]), ("/images/custom", ["POST"]),
        ("/templates/verdict", ["GET", "HEAD", "POST"]),
        ("/templates", ["GET", "HEAD"]), ("/memes", ["POST"]),
        ("/library/settings", ["GET", "HEAD", "PATCH", "DELETE"]),
        ("/library/photos/x/file", ["GET", "HEAD"]),
    ])
    func `a path lists its methods`(target: String, methods: [String]) {
        #expect(table.match(target)?.methods == methods)
    }

    @Test(arguments: [(HTTPRequest.Method.head, "listExamples"), (.get, "listExamples"), (.post, "orderMeme")])
    func `a method is routed to its operation`(method: HTTPRequest.Method, name: String) {
        #expect(table.match("/images")?.endpoint(for: method)?.operation.name == name)
    }

    @Test func `an unsupported method is routed to no operation`() throws {
        let match = try #require(table.match("/images"))
        #expect(match.endpoint(for: .put)?.operation.name == nil)
    }

    @Test(arguments: [("/library/none", "library"), ("/library", "none"), ("/none", "none"), ("library/x", "none")])
    func `metrics have common names for unknown paths`(target: String, name: String) {
        #expect(RouteTable.name(ofUnknown: target) == name)
    }

    @Test func `no two operations have the same path and method, or the same name`() {
        let operations = endpoints.map(\.operation)
        #expect(Set(operations.map { "\($0.method) \($0.path)" }).count == operations.count)
        #expect(Set(operations.map(\.name)).count == operations.count)
        for operation in operations {
            #expect(operation.described.allSatisfy { $0.parts.map(\.name) == $0.path.parameters }, "\(operation.path)")
        }
    }
}
