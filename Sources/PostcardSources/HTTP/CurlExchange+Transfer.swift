import CCurl
import PlatformLibc

/// Methods for the transfer's handle, called only on libcurl's thread.
extension CurlExchange {
    /// Returns a new libcurl handle for the request; `nil` if libcurl does not accept the request.
    func open(_ configuration: HTTPClient.Configuration, _ curl: postcard_curl_functions) -> postcard_curl_easy? {
        // For libcurl, NUL ends a string, and a line break ends a header.
        let texts = request.headers.flatMap { [$0.name, $0.value] } + [request.url, request.method]
        guard !texts.contains(where: { $0.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } }),
            let easy = curl.curl_easy_init()
        else { return nil }
        self.easy = easy
        if !setUp(easy, configuration, curl) { close(curl) }
        return self.easy
    }

    /// Frees the handle.
    func close(_ curl: postcard_curl_functions) {
        if let easy { curl.curl_easy_cleanup(easy) }
        for list in lists { curl.curl_slist_free_all(list) }
        (easy, lists) = (nil, [])
    }

    private func setUp(
        _ easy: postcard_curl_easy, _ configuration: HTTPClient.Configuration, _ curl: postcard_curl_functions
    ) -> Bool {
        // CURLOPT_QUICK_EXIT, available since version 7.87: a canceled transfer does not wait for name resolution.
        _ = easy.set(CURLoption(rawValue: 322), 1)
        var fields = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // With an "Expect" header, libcurl would wait a second for servers that don't support the header.
        if request.body != nil { fields.append("Expect:") }
        return easy.set(CURLOPT_URL, request.url)
            // The path must stay exactly as it was checked or signed.
            && easy.set(CURLOPT_PATH_AS_IS, 1)
            && easy.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
            && easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            && easy.set(CURLOPT_FOLLOWLOCATION, 0)
            && easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && easy.set(CURLOPT_NOSIGNAL, 1)
            && easy.set(CURLOPT_BUFFERSIZE, 128 << 10)
            && (configuration.usesProxies || easy.set(CURLOPT_PROXY, ""))
            && (configuration.authorities.map { easy.set(CURLOPT_CAINFO, $0) } ?? true)
            // Zero would mean no limit.
            && easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(configuration.connectTimeout / .milliseconds(1))))
            && easy.set(CURLOPT_TIMEOUT_MS, max(1, Int(request.timeout / .milliseconds(1))))
            && easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
            && easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(configuration.idleTimeout.components.seconds)))
            && (!["GET", "HEAD"].contains(request.method) ? easy.set(CURLOPT_CUSTOMREQUEST, request.method) : true)
            && (request.method != "HEAD" || easy.set(CURLOPT_NOBODY, 1))
            && keep(fields, as: CURLOPT_HTTPHEADER, of: easy, curl)
            // The address is used for any host and port in the URL. Names are not resolved, and connections are reused only for the same
            // address.
            && (request.address.map { keep(["::\($0):"], as: CURLOPT_CONNECT_TO, of: easy, curl) } ?? true)
            && setCallbacks(of: easy)
    }

    private func setCallbacks(of easy: postcard_curl_easy) -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let receiveLine: curl_write_callback = { bytes, _, count, context in
            CurlExchange.at(context).receive(line: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        let receiveBody: curl_write_callback = { bytes, _, count, context in
            let isReceived = CurlExchange.at(context).receive(body: UnsafeRawBufferPointer(start: bytes, count: count))
            return isReceived ? count : Int(CURL_WRITEFUNC_PAUSE)
        }
        let sendBody: curl_read_callback = { bytes, _, count, context in
            CurlExchange.at(context).copyBody(to: UnsafeMutableRawBufferPointer(start: bytes, count: count))
        }
        // libcurl resends a request if the server has just closed the connection.
        let rewindBody: curl_seek_callback = { context, offset, _ in
            CurlExchange.at(context).rewind(to: Int(offset))
            return CURL_SEEKFUNC_OK
        }
        // Child processes must not inherit the socket.
        let keepSocket: curl_sockopt_callback = { _, socket, _ in
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            return CURL_SOCKOPT_OK
        }
        return easy.set(CURLOPT_PRIVATE, context)
            && easy.set(CURLOPT_HEADERDATA, context) && easy.set(CURLOPT_HEADERFUNCTION, receiveLine)
            && easy.set(CURLOPT_WRITEDATA, context) && easy.set(CURLOPT_WRITEFUNCTION, receiveBody)
            && easy.set(CURLOPT_SOCKOPTFUNCTION, keepSocket)
            && (request.body.map {
                easy.set(CURLOPT_UPLOAD, 1) && easy.set(CURLOPT_INFILESIZE_LARGE, $0.count)
                    && easy.set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
                    && easy.set(CURLOPT_READDATA, context) && easy.set(CURLOPT_READFUNCTION, sendBody)
                    && easy.set(CURLOPT_SEEKDATA, context) && easy.set(CURLOPT_SEEKFUNCTION, rewindBody)
            } ?? true)
    }

    /// Sets a list of strings, which is kept until the transfer ends, because libcurl does not copy the list.
    private func keep(
        _ texts: [String], as option: CURLoption, of easy: postcard_curl_easy, _ curl: postcard_curl_functions
    ) -> Bool {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            let longer = curl.curl_slist_append(list, text)
            if let list, longer == nil { curl.curl_slist_free_all(list) }
            guard let longer else { return false }
            list = longer
        }
        if let list { lists.append(list) }
        return postcard_curl_set_pointer(easy, option, list)
    }
}

extension postcard_curl_easy {
    fileprivate func set(_ option: CURLoption, _ number: Int) -> Bool {
        postcard_curl_set_number(self, option, Int64(number))
    }

    fileprivate func set(_ option: CURLoption, _ text: String) -> Bool { postcard_curl_set_pointer(self, option, text) }

    /// Sets a pointer or a C function.
    fileprivate func set<Pointer>(_ option: CURLoption, _ pointer: Pointer) -> Bool {
        postcard_curl_set_pointer(self, option, unsafeBitCast(pointer, to: UnsafeRawPointer.self))
    }
}
