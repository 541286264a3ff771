import CCurl
import PlatformLibc
import Synchronization

/// The thread on which libcurl runs the transfers of a client. The first exchange starts it.
final class CurlLoop: Sendable {
    fileprivate enum Command {
        case begin(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
        case stop
    }

    /// The multi handle of libcurl. Other threads only call `curl_multi_wakeup`, which libcurl allows.
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

    /// The largest number of idle connections that are kept.
    private static let keptConnections = 64

    init(_ configuration: CurlClient.Configuration) { self.configuration = configuration }

    func begin(_ exchange: CurlExchange) throws(HTTPTransportError) {
        try state.withLock { (state) throws(HTTPTransportError) in
            if state.transfers == nil { state.transfers = try start() }
            state.add(.begin(exchange))
        }
    }

    /// Resumes an exchange that was paused because its buffer was full.
    func resume(_ exchange: CurlExchange) { state.withLock { $0.add(.resume(exchange)) } }

    /// Cancels an exchange unless it has ended.
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
            // The memory is exhausted. A multi handle that was made is not released.
            loop.release()
            throw HTTPTransportError(.cannotConnect, "There is not enough memory to use the network.")
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
                        end(exchange, HTTPTransportError(CURLE_URL_MALFORMAT, at: exchange.request.place))
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
                        ? nil : HTTPTransportError(result, at: exchange.request.place, isConnected: isConnected))
            }
            // Requests that waited for a connection can begin at once.
            if !hasEnded { _ = curl.curl_multi_poll(multi, nil, 0, 60_000, nil) }
        }
    }
}

extension CurlLoop.State {
    /// Adds a command, and wakes the thread. Without a thread it does nothing.
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

/// The easy handle of an exchange, used on the thread of the loop.
struct CurlTransfer {
    let exchange: CurlExchange
    let easy: postcard_curl_easy
    private let curl: UnsafePointer<postcard_curl_functions>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    /// Sets up the handle; `nil` if libcurl does not accept the request.
    init?(
        _ exchange: CurlExchange, _ configuration: CurlClient.Configuration,
        _ curl: UnsafePointer<postcard_curl_functions>
    ) {
        let request = exchange.request
        // For libcurl a NUL ends a text, and a line break ends a field.
        let texts = request.headers.flatMap { [$0.name, $0.value] } + [request.url, request.method]
        guard !texts.contains(where: { $0.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } }),
            let easy = curl.pointee.curl_easy_init()
        else { return nil }
        (self.exchange, self.easy, self.curl) = (exchange, easy, curl)
        guard setUp(request, configuration) else {
            free()
            return nil
        }
    }

    func free() {
        curl.pointee.curl_easy_cleanup(easy)
        for list in lists { curl.pointee.curl_slist_free_all(list) }
    }

    private mutating func setUp(_ request: CurlClient.Request, _ configuration: CurlClient.Configuration) -> Bool {
        // CURLOPT_QUICK_EXIT, of version 7.87 and later: a cancelled transfer does not wait for a name to be resolved.
        _ = set(CURLoption(rawValue: 322), 1)
        var fields = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // With "Expect", libcurl would wait a second for servers that do not support it.
        if request.body != nil { fields.append("Expect:") }
        return set(CURLOPT_URL, request.url)
            // The path must stay the one that was checked or signed.
            && set(CURLOPT_PATH_AS_IS, 1)
            && set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
            && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_BUFFERSIZE, 128 << 10)
            && (!configuration.unpacks || set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate"))
            && (configuration.usesProxies || set(CURLOPT_PROXY, ""))
            && (configuration.authorities.map { set(CURLOPT_CAINFO, $0) } ?? true)
            // Zero would mean no limit.
            && set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(configuration.connectTimeout / .milliseconds(1))))
            && set(CURLOPT_TIMEOUT_MS, max(1, Int(request.timeout / .milliseconds(1))))
            && set(CURLOPT_LOW_SPEED_LIMIT, 1)
            && set(CURLOPT_LOW_SPEED_TIME, max(1, Int(configuration.idleTimeout.components.seconds)))
            && (!["GET", "HEAD"].contains(request.method) ? set(CURLOPT_CUSTOMREQUEST, request.method) : true)
            && (request.method != "HEAD" || set(CURLOPT_NOBODY, 1))
            && set(CURLOPT_HTTPHEADER, fields)
            // The address applies to any host and port of the URL. Nothing is resolved, and connections are reused only for the same address.
            && (request.address.map { set(CURLOPT_CONNECT_TO, ["::\($0):"]) } ?? true)
            && setCallbacks(bodyCount: request.body?.count)
    }

    private func setCallbacks(bodyCount: Int?) -> Bool {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        let takeLine: curl_write_callback = { bytes, _, count, context in
            CurlExchange.at(context).take(line: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        let takeBody: curl_write_callback = { bytes, _, count, context in
            let isTaken = CurlExchange.at(context).take(body: UnsafeRawBufferPointer(start: bytes, count: count))
            return isTaken ? count : Int(CURL_WRITEFUNC_PAUSE)
        }
        let giveBody: curl_read_callback = { bytes, _, count, context in
            CurlExchange.at(context).give(UnsafeMutableRawBufferPointer(start: bytes, count: count))
        }
        // libcurl sends a request again if the server had just closed the connection.
        let rewindBody: curl_seek_callback = { context, offset, _ in
            CurlExchange.at(context).rewind(to: Int(offset))
            return CURL_SEEKFUNC_OK
        }
        // Child processes must not inherit the socket.
        let keepSocket: curl_sockopt_callback = { _, socket, _ in
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            return CURL_SOCKOPT_OK
        }
        return set(CURLOPT_PRIVATE, context)
            && set(CURLOPT_HEADERDATA, context) && set(CURLOPT_HEADERFUNCTION, takeLine)
            && set(CURLOPT_WRITEDATA, context) && set(CURLOPT_WRITEFUNCTION, takeBody)
            && set(CURLOPT_SOCKOPTFUNCTION, keepSocket)
            && (bodyCount.map {
                set(CURLOPT_UPLOAD, 1) && set(CURLOPT_INFILESIZE_LARGE, $0) && set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
                    && set(CURLOPT_READDATA, context) && set(CURLOPT_READFUNCTION, giveBody)
                    && set(CURLOPT_SEEKDATA, context) && set(CURLOPT_SEEKFUNCTION, rewindBody)
            } ?? true)
    }

    private func set(_ option: CURLoption, _ number: Int) -> Bool {
        postcard_curl_set_number(easy, option, Int64(number))
    }

    private func set(_ option: CURLoption, _ text: String) -> Bool { postcard_curl_set_pointer(easy, option, text) }

    /// Sets a pointer or a C function.
    private func set<Pointer>(_ option: CURLoption, _ pointer: Pointer) -> Bool {
        postcard_curl_set_pointer(easy, option, unsafeBitCast(pointer, to: UnsafeRawPointer.self))
    }

    /// Sets a list of texts, which is kept until the transfer ends, since libcurl does not copy it.
    private mutating func set(_ option: CURLoption, _ texts: [String]) -> Bool {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            let longer = curl.pointee.curl_slist_append(list, text)
            if let list, longer == nil { curl.pointee.curl_slist_free_all(list) }
            guard let longer else { return false }
            list = longer
        }
        if let list { lists.append(list) }
        return postcard_curl_set_pointer(easy, option, list)
    }
}
