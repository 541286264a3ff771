import Testing

@testable import PostcardServer

@Suite struct ServiceNameTests {
    private static func names(_ change: (inout ServerConfiguration) -> Void) -> ServiceNames {
        var configuration = ServerConfiguration()
        change(&configuration)
        return ServiceNames(configuration.access)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "[::1]", "127.0.0.2"])
    func `on loopback, only names of this machine are allowed`(host: String) {
        let names = Self.names { $0.host = host }
        for good in [
            "localhost", "LOCALHOST:8080", "a.localhost", "localhost.", "127.0.0.1:80", "[::1]", "[::1]:80",
            "192.0.2.1",
        ] {
            #expect(names.isName(good))
        }
        for bad in [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "evillocalhost",
            "[::1].evil.example", "[::1]evil", "[::1", "localhost:evil.example",
        ] {
            #expect(!names.isName(bad))
        }
    }

    @Test func `other hosts and proxies can use any name`() {
        #expect(Self.names { $0.host = "0.0.0.0" }.isName("pictures.example.org"))
        #expect(Self.names { $0.trustedProxies = ["127.0.0.1"] }.isName("pictures.example.org"))
    }

    @Test func `the name in publicAddress is allowed`() {
        let names = Self.names { $0.publicAddress = "https://pictures.example.org/" }
        #expect(names.isName("pictures.example.org"))
        #expect(!names.isName("evil.example"))
    }

    @Test func `allowedNames excludes other names`() {
        let names = Self.names {
            $0.host = "0.0.0.0"
            $0.allowedNames = ["pictures.example.org", "*.example.net"]
        }
        for good in ["pictures.example.org:443", "a.example.net", "localhost"] { #expect(names.isName(good)) }
        for bad in ["example.org", "example.net", "evil.example"] { #expect(!names.isName(bad)) }
    }

    @Test(arguments: ["pics.example.org:9107", "*.example.org:80", "[::1]:80", "https://pics.example.org", "pics/"])
    func `an allowed name with a port or path causes a startup error`(name: String) {
        var configuration = ServerConfiguration()
        configuration.allowsUnsigned = true
        configuration.allowedNames = [name]
        let error = #expect(throws: StartupError.self) { try configuration.validate() }
        #expect(error?.message.contains(name) == true)
    }
}
