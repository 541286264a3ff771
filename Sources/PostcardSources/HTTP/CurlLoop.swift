import CCurl
import PlatformLibc
import Synchronization

/// The thread on which libcurl runs a client's transfers. The first exchange starts the thread.
final class CurlLoop: Sendable {
    fileprivate enum Command {
        case begin(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
        case stop
    }

    /// libcurl's multi handle, created by the caller that starts the thread. Other threads then call only `curl_multi_wakeup`, which
    /// libcurl allows.
    fileprivate struct Transfers: @unchecked Sendable {
        let curl: UnsafePointer<postcard_curl_functions>
        let multi: postcard_curl_multi
    }

    fileprivate struct State {
        var transfers: Transfers?
        var commands: [Command] = []
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State())

    /// The maximum number of idle connections kept open.
    private static let keptConnections = 64

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

    func begin(_ exchange: CurlExchange) throws(HTTPClientError) {
        try state.withLock { (state) throws(HTTPClientError) in
            if state.transfers == nil { state.transfers = try start() }
            state.add(.begin(exchange))
        }
    }

    /// Resumes an exchange that was paused because its buffer was full.
    func resume(_ exchange: CurlExchange) { state.withLock { $0.add(.resume(exchange)) } }

    /// Cancels an exchange unless it has already ended.
    func cancel(_ exchange: CurlExchange) { state.withLock { $0.add(.cancel(exchange)) } }

    /// Ends the thread.
    func stop() { state.withLock { $0.add(.stop) } }

    private func start() throws(HTTPClientError) -> Transfers {
        guard let curl = postcard_curl_open() else {
            throw HTTPClientError(
                .missingLibrary,
                "Can't use the network: libcurl is not installed. Install it (libcurl4 on Debian and Ubuntu).")
        }
        let loop = Unmanaged.passRetained(self)
        guard let multi = curl.pointee.curl_multi_init(),
            postcard_curl_start_thread(
                { context in
                    if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, loop.toOpaque())
        else {
            // Memory is exhausted. A multi handle that was created leaks.
            loop.release()
            throw HTTPClientError(.cannotConnect, "There is not enough memory to use the network.")
        }
        postcard_curl_set_limit(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connections)
        postcard_curl_set_limit(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
        return Transfers(curl: curl, multi: multi)
    }

    private func run() {
        // OpenSSL raises SIGPIPE when it writes to a connection that the server has closed.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        guard let transfers = state.withLock({ $0.transfers }) else { return }
        let (curl, multi) = (transfers.curl.pointee, transfers.multi)
        var running: [ObjectIdentifier: CurlExchange] = [:]
        func end(_ exchange: CurlExchange, _ error: (any Error)?) {
            if running.removeValue(forKey: ObjectIdentifier(exchange)) != nil, let easy = exchange.easy {
                _ = curl.curl_multi_remove_handle(multi, easy)
                exchange.close(curl)
            }
            exchange.finish(error)
        }
        while true {
            for command in state.withLock({ $0.takeCommands() }) {
                switch command {
                case .begin(let exchange):
                    running[ObjectIdentifier(exchange)] = exchange
                    let easy = exchange.open(configuration, curl)
                    if easy.map({ curl.curl_multi_add_handle(multi, $0) == CURLM_OK }) != true {
                        end(exchange, HTTPClientError(CURLE_URL_MALFORMAT, at: exchange.request.place))
                    }
                case .resume(let exchange):
                    if let easy = exchange.easy { _ = curl.curl_easy_pause(easy, CURLPAUSE_CONT) }
                case .cancel(let exchange):
                    end(exchange, CancellationError())
                case .stop:
                    for exchange in running.values { end(exchange, CancellationError()) }
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
                        ? nil : HTTPClientError(result, at: exchange.request.place, isConnected: isConnected))
            }
            // If a transfer has ended, requests that waited for a connection can start immediately.
            if !hasEnded { _ = curl.curl_multi_poll(multi, nil, 0, 60_000, nil) }
        }
    }
}

extension CurlLoop.State {
    /// Adds a command and wakes the thread. Does nothing if the thread is not running.
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
