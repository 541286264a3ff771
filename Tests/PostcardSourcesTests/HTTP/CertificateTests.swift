import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardSources

/// Servers with certificates that openssl makes.
@Suite struct CertificateTests {
    enum Certificate: String, CaseIterable, Sendable { case good, expired, otherName }

    @Test func `a valid certificate of a known authority is accepted`() async throws {
        let lab = try CertificateLab()
        #expect(try await lab.status(.good, authorities: "authority.pem") == 200)
    }

    @Test(
        arguments: [
            (Certificate.good, nil), (.good, "other.pem"), (.expired, "authority.pem"), (.otherName, "authority.pem"),
        ] as [(Certificate, String?)])
    func `a certificate that is expired, for another name or from an unknown authority is rejected`(
        certificate: Certificate, authorities: String?
    ) async throws {
        let lab = try CertificateLab()
        let error = await #expect(throws: HTTPClientError.self) {
            try await lab.status(certificate, authorities: authorities)
        }
        #expect(error?.code == .untrusted)
    }
}

private struct CertificateLab {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let configuration = """
            [ca]
            default_ca = ours
            [ours]
            database = \(folder.path("index"))
            serial = \(folder.path("serial"))
            new_certs_dir = \(folder.url.path)
            policy = any
            copy_extensions = copy
            default_md = sha256
            [any]
            commonName = supplied
            """
        try folder.write(Array(configuration.utf8), as: "ca.cnf")
        try folder.write([], as: "index")
        try folder.write(Array("01\n".utf8), as: "serial")
        for name in ["authority", "other"] {
            try run(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=\(name)", "-days", "30",
                "-keyout", "\(name).key", "-out", "\(name).pem")
        }
        for (name, host, dates) in [
            ("good", "localhost", ["-days", "30"]), ("otherName", "example.org", ["-days", "30"]),
            ("expired", "localhost", ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"]),
        ] {
            try run(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
                "-addext", "subjectAltName=DNS:\(host)",
                "-keyout", "\(name).key", "-out", "\(name).csr")
            try run(
                [
                    "ca", "-batch", "-config", "ca.cnf", "-cert", "authority.pem", "-keyfile", "authority.key", "-in",
                    "\(name).csr", "-out", "\(name).pem",
                ] + dates)
        }
    }

    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private func run(_ arguments: String...) throws { try run(arguments) }

    private func run(_ arguments: [String]) throws {
        let process = process(arguments)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments)")
    }

    /// The status of a response from a server with a certificate.
    func status(_ certificate: CertificateTests.Certificate, authorities: String?) async throws -> Int {
        let name = certificate.rawValue
        let server = process(
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(name).pem", "-key", "\(name).key"])
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        // Not SIGTERM: a child process blocks this signal if the thread that started the process does.
        defer {
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("ACCEPT") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        let port = try #require(text.firstMatch(of: #/ACCEPT 127\.0\.0\.1:([0-9]+)/#)).1
        var configuration = HTTPClient.Configuration()
        configuration.authorities = authorities.map { folder.path($0) }
        var request = HTTPClient.Request(url: "https://localhost:\(port)/", timeout: .seconds(120))
        request.address = "127.0.0.1"
        return try await HTTPClient(configuration).send(request).status
    }
}
