import CCurl
import PlatformLibc
import Synchronization

/// The thread on which libcurl works for a client. It is started by the first exchange.
final class CurlLoop: Sendable {
    fileprivate enum Command {
        case begin(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
        case stop
    }

    /// libcurl's set of transfers. Threads other than the loop's only wake it, which it allows.
    fileprivate struct Transfers: @unchecked Sendable {
        let curl: UnsafePointer<postcard_curl_functions>
        let multi: postcard_curl_multi
    }

    fileprivate struct State {
        var transfers: Transfers?
        var commands: [Command] = []
    }

    private let configuration: CurlClient.Configuration
    private let state = Mutex(State())

    /// The number of connections that are kept for later requests.
    private static let keptConnections = 64

    init(_ configuration: CurlClient.Configuration) { self.configuration = configuration }

    func begin(_ exchange: CurlExchange) throws(HTTPTransportError) {
        try state.withLock { (state) throws(HTTPTransportError) in
            if state.transfers == nil { state.transfers = try start() }
            state.add(.begin(exchange))
        }
    }

    /// Goes on with an exchange that waited for room.
    func resume(_ exchange: CurlExchange) { state.withLock { $0.add(.resume(exchange)) } }

    /// Ends an exchange, if it has not come to its end.
    func cancel(_ exchange: CurlExchange) { state.withLock { $0.add(.cancel(exchange)) } }

    /// Ends the thread.
    func stop() { state.withLock { $0.add(.stop) } }

    private func start() throws(HTTPTransportError) -> Transfers {
        guard let curl = postcard_curl_open() else {
            throw HTTPTransportError(
                .missingLibrary,
                "The network cannot be used: libcurl is not installed. Install it (libcurl4 on Debian and Ubuntu).")
        }
        let loop = Unmanaged.passRetained(self)
        guard let multi = curl.pointee.curl_multi_init(),
            postcard_curl_start_thread(
                { context in
                    if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, loop.toOpaque())
        else {
            // So little memory is left that what may have been taken does not matter.
            loop.release()
            throw HTTPTransportError(.cannotConnect, "There is not enough memory to use the network.")
        }
        postcard_curl_set_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connections)
        postcard_curl_set_limit(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        return Transfers(curl: curl, multi: multi)
    }

    private func run() {
        // OpenSSL writes to connections that the other side has closed.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        guard let transfers = state.withLock({ $0.transfers }) else { return }
        let (curl, multi) = (transfers.curl.pointee, transfers.multi)
        var running: [ObjectIdentifier: CurlTransfer] = [:]
        func end(_ exchange: CurlExchange, _ error: (any Error)?) {
            if let transfer = running.removeValue(forKey: ObjectIdentifier(exchange)) {
                _ = curl.curl_multi_remove_handle(multi, transfer.easy)
                transfer.free()
            }
            exchange.finish(error)
        }
        while true {
            for command in state.withLock({ $0.takeCommands() }) {
                switch command {
                case .begin(let exchange):
                    let transfer = CurlTransfer(exchange, configuration, transfers.curl)
                    running[ObjectIdentifier(exchange)] = transfer
                    if transfer.map({ curl.curl_multi_add_handle(multi, $0.easy) == CURLM_OK }) != true {
                        end(exchange, HTTPTransportError(CURLE_URL_MALFORMAT, at: exchange.request.url))
                    }
                case .resume(let exchange):
                    if let transfer = running[ObjectIdentifier(exchange)] {
                        _ = curl.curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
                    }
                case .cancel(let exchange):
                    end(exchange, CancellationError())
                case .stop:
                    for transfer in running.values { end(transfer.exchange, CancellationError()) }
                    state.withLock { $0.transfers = nil }
                    _ = curl.curl_multi_cleanup(multi)
                    return
                }
            }
            var count: CInt = 0
            _ = curl.curl_multi_perform(multi, &count)
            var hasEnded = false
            while let message = curl.curl_multi_info_read(multi, &count) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
                hasEnded = true
                let exchange = CurlExchange.at(postcard_curl_context(easy))
                let result = message.pointee.data.result
                let isConnected = postcard_curl_is_connected(easy)
                end(
                    exchange,
                    result == CURLE_OK
                        ? nil : HTTPTransportError(result, at: exchange.request.url, isConnected: isConnected))
            }
            // Those that waited for a connection begin at once.
            if !hasEnded { _ = curl.curl_multi_poll(multi, nil, 0, 60_000, nil) }
        }
    }
}

extension CurlLoop.State {
    /// Adds a command, and wakes the thread; there is none any more after the last.
    fileprivate mutating func add(_ command: CurlLoop.Command) {
        guard let transfers else { return }
        commands.append(command)
        _ = transfers.curl.pointee.curl_multi_wakeup(transfers.multi)
    }

    fileprivate mutating func takeCommands() -> [CurlLoop.Command] {
        defer { commands = [] }
        return commands
    }
}
