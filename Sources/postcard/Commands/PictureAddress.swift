import Foundation
import PostcardImaging
import PostcardSources

/// Pictures at http and https addresses.
enum PictureAddress {
    /// The most time that a picture may take.
    private static let timeout = Duration.seconds(60)

    static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// The bytes, if they are a picture's: what is none is given up after the first piece.
    static func fetch(_ address: String, maximumBytes: Int) async throws -> [UInt8] {
        guard let url = URL(string: address), url.host?.isEmpty == false else {
            throw Failure(.usage, "\(address) is not an http or https address with a host.")
        }
        let transport = AsyncHTTPClientTransport(
            userAgent: UserAgent(version: Postcard.version, contact: Postcard.contact))
        do {
            let response = try await transport.send(
                HTTPTransportRequest(url: url, maximumBodyBytes: maximumBytes, timeout: timeout))
            guard response.status == 200 else { throw failure(response.status, address) }
            var bytes: [UInt8] = []
            var isRecognised = false
            for try await piece in response.body {
                bytes += piece
                guard !isRecognised, bytes.count >= 32 else { continue }
                try check(bytes, address)
                isRecognised = true
            }
            try check(bytes, address)
            return bytes
        } catch let error as HTTPTransportError {
            throw Failure(error.code == .bodyTooLarge ? .badData : .unavailable, "\(address): \(error.message)")
        }
    }

    private static func check(_ bytes: [UInt8], _ address: String) throws {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw Failure(.badData, "\(address) is not a picture that Postcard reads.")
        }
    }

    private static func failure(_ status: Int, _ address: String) -> Failure {
        switch status {
        case 404, 410: Failure(.missingInput, "\(address): there is nothing (HTTP \(status)).")
        case 401, 403: Failure(.notPermitted, "\(address): the server refuses it (HTTP \(status)).")
        case 429, 500...: Failure(.tryAgain, "\(address): the server cannot now (HTTP \(status)). Try again later.")
        default: Failure(.unavailable, "\(address): the server answered with HTTP \(status).")
        }
    }
}
