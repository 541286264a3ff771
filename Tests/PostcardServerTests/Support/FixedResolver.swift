import Synchronization

@testable import PostcardServer

/// A resolver with the same IP addresses for every host.
struct FixedResolver: HostResolver {
    let addresses: [IPAddress]

    func addresses(of host: String) async throws -> [IPAddress] { addresses }
}

/// A resolver that returns a different IP address each time, starting with the last.
final class ChangingResolver: HostResolver {
    private let answers: Mutex<[IPAddress]>

    init(_ answers: [IPAddress]) { self.answers = Mutex(answers) }

    func addresses(of host: String) async throws -> [IPAddress] {
        answers.withLock { $0.popLast() }.map { [$0] } ?? []
    }
}
