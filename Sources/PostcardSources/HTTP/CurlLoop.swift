import CCurl
import Synchronization

/// The thread on which libcurl works for a client. It is started by the first exchange.
final class CurlLoop: Sendable {
    fileprivate enum Command {
        case begin(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
        case stop
    }

    fileprivate struct State {
        var set: OpaquePointer?
        var commands: [Command] = []
    }

    /// An exchange that libcurl works on.
    private struct Running {
        let exchange: CurlExchange
        let transfer: OpaquePointer
    }

    private let configuration: CurlClient.Configuration
    private let state = Mutex(State())

    /// The number of connections that are kept for later requests.
    private static let keptConnections = 64

    init(_ configuration: CurlClient.Configuration) { self.configuration = configuration }

    func begin(_ exchange: CurlExchange) throws(CurlError) {
        let error: CurlError? = state.withLock { state in
            if state.set == nil {
                guard postcard_curl_is_ready() else { return .missingLibrary }
                guard let set = postcard_curl_make_set(configuration.connections, Self.keptConnections) else {
                    return .outOfMemory
                }
                let loop = Unmanaged.passRetained(self)
                let isStarted = postcard_curl_start_thread(
                    { Unmanaged<CurlLoop>.fromOpaque($0).takeRetainedValue().run() }, loop.toOpaque())
                guard isStarted else {
                    loop.release()
                    postcard_curl_end_set(set)
                    return .outOfMemory
                }
                state.set = set
            }
            state.add(.begin(exchange))
            return nil
        }
        if let error { throw error }
    }

    /// Goes on with an exchange that waited for room.
    func resume(_ exchange: CurlExchange) { state.withLock { $0.add(.resume(exchange)) } }

    /// Ends an exchange, if it has not come to its end.
    func cancel(_ exchange: CurlExchange) { state.withLock { $0.add(.cancel(exchange)) } }

    /// Ends the thread.
    func stop() { state.withLock { $0.add(.stop) } }

    private func run() {
        guard let set = state.withLock({ $0.set }) else { return }
        var running: [ObjectIdentifier: Running] = [:]
        func end(_ exchange: CurlExchange, _ result: Result<Void, any Error>) {
            if let ended = running.removeValue(forKey: ObjectIdentifier(exchange)) {
                postcard_curl_end(set, ended.transfer)
            }
            exchange.finish(result)
        }
        while true {
            for command in state.withLock({ $0.takeCommands() }) {
                switch command {
                case .begin(let exchange):
                    if let transfer = begin(exchange, in: set) {
                        running[ObjectIdentifier(exchange)] = Running(exchange: exchange, transfer: transfer)
                    } else {
                        exchange.finish(.failure(CurlError.badAddress))
                    }
                case .resume(let exchange):
                    if let known = running[ObjectIdentifier(exchange)] { postcard_curl_continue(known.transfer) }
                case .cancel(let exchange):
                    end(exchange, .failure(CancellationError()))
                case .stop:
                    for each in running.values { end(each.exchange, .failure(CancellationError())) }
                    state.withLock { $0.set = nil }
                    return postcard_curl_end_set(set)
                }
            }
            postcard_curl_work(set, wait(for: running.values))
            var result = postcard_curl_ok
            while let context = postcard_curl_next_result(set, &result) {
                let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
                end(exchange, CurlError(result).map { .failure($0) } ?? .success(()))
            }
            let now = ContinuousClock.now
            for each in running.values where limit(of: each) <= now {
                end(each.exchange, .failure(CurlError.timedOut))
            }
        }
    }

    private func limit(of each: Running) -> ContinuousClock.Instant {
        each.exchange.limit(idleTimeout: configuration.idleTimeout) { postcard_curl_is_connected(each.transfer) }
    }

    /// Milliseconds until the first of the exchanges has taken too long.
    private func wait(for running: some Collection<Running>) -> CInt {
        guard let first = running.map({ limit(of: $0) }).min() else { return 60_000 }
        let milliseconds = (first - .now) / .milliseconds(1)
        return CInt(max(0, min(60_000, milliseconds + 1)))
    }

    private func begin(_ exchange: CurlExchange, in set: OpaquePointer) -> OpaquePointer? {
        let request = exchange.request
        var options = postcard_curl_options(
            body_count: request.body.map { Int64($0.count) } ?? -1,
            connect_milliseconds: Int(configuration.connectTimeout / .milliseconds(1)),
            uses_proxies: configuration.usesProxies, unpacks: configuration.unpacks,
            context: Unmanaged.passUnretained(exchange).toOpaque(),
            take_line: { CurlExchange.at($0).take(line: UnsafeBufferPointer(start: $1, count: $2)) },
            take_body: { CurlExchange.at($0).take(body: UnsafeBufferPointer(start: $1, count: $2)) },
            give_body: { CurlExchange.at($0).give(UnsafeMutableBufferPointer(start: $2, count: $3), from: Int($1)) },
            note_progress: { CurlExchange.at($0).noteProgress() })
        let fields = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // A text ends for libcurl at a null byte, and a field at a line break.
        let texts = fields + [request.url, request.method, request.address ?? ""]
        guard !texts.contains(where: { $0.utf8.contains { [0, 10, 13].contains($0) } }),
            let transfer = postcard_curl_make(
                request.url, request.method, request.address, configuration.authorities, &options)
        else { return nil }
        guard fields.allSatisfy({ postcard_curl_add_field(transfer, $0) }), postcard_curl_begin(set, transfer) else {
            postcard_curl_end(set, transfer)
            return nil
        }
        return transfer
    }
}

extension CurlLoop.State {
    /// Adds a command, and wakes the thread; there is none any more after the last.
    fileprivate mutating func add(_ command: CurlLoop.Command) {
        guard let set else { return }
        commands.append(command)
        postcard_curl_wake(set)
    }

    fileprivate mutating func takeCommands() -> [CurlLoop.Command] {
        defer { commands = [] }
        return commands
    }
}
