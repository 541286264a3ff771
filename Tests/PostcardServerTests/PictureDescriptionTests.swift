import Foundation
import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The service does what its API description says about pictures, memes and sheets.
@Suite struct PictureDescriptionTests {
    private static let configuration = {
        var configuration = ServerConfiguration()
        configuration.allowsUnsigned = true
        configuration.keys = ["the key of these tests"]
        configuration.presets = ["card=30x20/smart"]
        return configuration
    }()

    private static func features(_ configuration: ServerConfiguration = configuration) throws -> APIFeatures {
        APIFeatures(configuration, presets: try Presets(configuration), hasApp: false)
    }

    private static func descriptions(
        _ configuration: ServerConfiguration = configuration
    ) throws -> [PostcardServer.Operation] {
        try features(configuration).endpoints.flatMap(\.operation.described).filter { $0.tag != "library" }
    }

    private static func match(_ target: String) throws -> RouteTable.Match? {
        RouteTable(try features().endpoints).match(target)
    }

    /// Returns the path and query with the examples from the operation's schemas, signed if needed.
    private static func target(_ description: PostcardServer.Operation) throws -> String {
        var target = description.path.description
        for part in description.parts where part.name != "signature" {
            let example = try #require(part.examples.first, "\(part.name) of \(target)")
            target = target.replacing("{\(part.name)}", with: example)
        }
        if let signature = target.firstRange(of: "/{signature}/") {
            let path = String(target[signature.upperBound...])
            // The signature of a picture's facts also covers their path.
            let start = target[..<signature.lowerBound]
            let text = start.isEmpty ? path : "\(start)/\(path)"
            let signed = try URLSignatures(configuration.access).signed(text, for: [])
            target = "\(start)/\(signed.dropFirst("\(text)?signature=".count))/\(path)"
        }
        let query = description.parameters.filter(\.isRequired).flatMap { parameter in
            parameter.examples.map { "\(parameter.name)=\($0)" }
        }
        return target + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func run(_ test: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        for name in ["tower", "river"] { try folder.write(try TestPicture.jpeg(), as: "paris/\(name).jpg") }
        try await RunningServer.with(
            folder,
            {
                $0.keys = configuration.keys
                $0.presets = configuration.presets
            }, do: test)
    }

    @Test func `described examples get the described responses`() async throws {
        try await Self.run { server in
            for description in try Self.descriptions() where description.method == .get {
                let target = try Self.target(description)
                let reply = try await server.get(target)
                #expect(reply.status == 200, "\(target): \(reply.text.prefix(200))")
                let types = description.replies[0].content.map(\.mediaType)
                let type = (reply["Content-Type"] ?? "").prefix { $0 != ";" }
                #expect(types.contains(String(type)), "\(target): \(type)")
                for field in description.replies[0].fields.keys.sortedNames() where field != "Vary" {
                    #expect(reply[field] != nil, "\(target): \(field)")
                }
            }
        }
    }

    @Test func `every method of a described path is described, and no others`() throws {
        var described: [String: Set<String>] = [:]
        for description in try Self.descriptions() {
            described[try Self.target(description), default: []].insert(description.method.rawValue)
        }
        for (target, methods) in described {
            let match = try #require(try Self.match(target))
            #expect(methods == Set(match.methods).subtracting(["HEAD"]), "\(target)")
        }
    }

    @Test func `every route is described`() throws {
        var seen: Set<String> = []
        for description in try Self.descriptions() {
            let operation = try Self.match(try Self.target(description))?.endpoint(for: description.method)?.operation
            seen.insert(try #require(operation).name)
        }
        #expect(seen == Set(try Self.features().endpoints.map(\.operation).filter(\.isDescribed).map(\.name)))
    }

    @Test func `described bodies are accepted`() async throws {
        try await Self.run { server in
            let bodies = [
                "/images": #"{"template_id": "verdict", "text": ["No", "Yes"]}"#,
                "/templates/{template}": #"{"text": "No"}"#,
                "/images/custom": #"{"background": "paris/tower.jpg", "text": ["No"]}"#,
                "/templates/custom": #"{"background": "paris/tower.jpg", "text": ["No"]}"#,
                "/memes": #"{"picture": "paris/tower.jpg", "texts": ["Hi"], "format": "png"}"#,
                "/memes/specification": #"{"picture": "paris/tower.jpg", "texts": ["Hi"]}"#,
            ]
            // An uploaded picture is not JSON; MemeEditorTests upload one.
            for description in try Self.descriptions()
            where description.method == .post && description.path.description != "/memes/pictures" {
                let json = try #require(bodies[description.path.description])
                let names = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]).keys
                #expect(description.bodies[0].schema["properties"]?.names.isSuperset(of: Set(names: names)) == true)
                let reply = try await server.post(try Self.target(description), json: json)
                #expect(reply.status == description.replies[0].status.code, "\(description.path): \(reply.text)")
            }
        }
    }

    @Test(arguments: [
        "/sheet?picture=x&color=red", "/sheet?picture=none.jpg", "/images/none/a.png", "/images/verdict/a.exe",
        "/images/verdict/a.png?expires=1", "/images/verdict/a.png?signature=AAAA", "/fonts/none", "/templates/none",
        "/unsafe/10x10/none.jpg", "/unsafe/10x10/filters:none()/paris/tower.jpg", "/p/none/paris/tower.jpg",
        "/unsafe/10x10/http://example.org/a.jpg",
    ])
    func `errors are described`(target: String) async throws {
        try await Self.run { server in
            let status = try await server.get(target).status
            let route = try #require(try Self.match(target)).name
            let errors = try Self.descriptions().filter { $0.route == route }
                .reduce(into: Set<Int>()) { $0.formUnion($1.errors) }
            #expect(errors.contains(status), "\(status)")
        }
    }

    @Test func `only enabled operations are described`() throws {
        var configuration = ServerConfiguration()
        configuration.keys = ["the key of these tests"]
        let signed = try Self.descriptions(configuration)
        let signedMeme = try #require(signed.first { $0.name == "makeMeme" })
        #expect(!signed.contains { $0.path.description.hasPrefix("/unsafe") || $0.path.description.hasPrefix("/p/") })
        #expect(signed.contains { $0.path.description.hasPrefix("/{signature}/") })
        #expect(signed.first { $0.name == "getSheet" }?.parameters.last?.name == "signature")
        #expect(signedMeme.security(try Self.features(configuration)) == PostcardServer.Operation.token)
        configuration.keys = []
        configuration.allowsUnsigned = true
        let unsigned = try Self.descriptions(configuration)
        let unsignedMeme = try #require(unsigned.first { $0.name == "makeMeme" })
        #expect(!unsigned.contains { $0.path.description.contains("{signature}") })
        #expect(unsigned.first { $0.name == "getSheet" }?.parameters.last?.name == "expires")
        #expect(unsignedMeme.security(try Self.features(configuration)) == PostcardServer.Operation.optionalToken)
    }
}

extension PostcardServer.Operation.Parameter {
    /// A valid value: the schema's first example, or else its first choice.
    fileprivate var examples: [String] {
        guard let first = schema["examples"]?.elements?.first else {
            return Array((schema["enum"]?.strings ?? []).prefix(1))
        }
        return first.string.map { [$0] } ?? first.strings
    }
}
