import Synchronization

@testable import PostcardServer

/// Knows one host's addresses.
struct FixedResolver: HostResolver {
    let addresses: [IPAddress]

    func addresses(of host: String) async throws -> [IPAddress] { addresses }
}

/// Knows another address of a host each time that it is asked, the last one first.
final class ChangingResolver: HostResolver {
    private let answers: Mutex<[IPAddress]>

    init(_ answers: [IPAddress]) { self.answers = Mutex(answers) }

    func addresses(of host: String) async throws -> [IPAddress] {
        answers.withLock { $0.popLast() }.map { [$0] } ?? []
    }
}
