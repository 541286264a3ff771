import HTTPTypes
import PostcardCore

/// Looks up endpoints by path.
///
/// The table is a tree of path parts, with fixed parts before parameters, so the lookup time does not depend on the number of operations.
struct RouteTable: Sendable {
    /// The endpoints of a path, one for each method.
    struct Match: Sendable {
        let endpoints: [Endpoint<Responder>]
        /// The values of the path parameters, as received.
        let values: [NameKey: Substring]
    }

    /// The endpoints under a part of the path.
    fileprivate struct Node {
        var fixed: [NameKey: Node] = [:]
        var parameters: [(name: String, prefix: String, minimumBytes: Int, node: Node)] = []
        var rest: (name: String, includesQuery: Bool, allowsLastSlash: Bool, endpoints: [Endpoint<Responder>])?
        var endpoints: [Endpoint<Responder>] = []
    }

    private var root = Node()

    init(_ endpoints: [Endpoint<Responder>]) {
        for endpoint in endpoints { root.insert(endpoint, at: endpoint.operation.path.parts[...]) }
    }

    /// Finds the endpoints for a target.
    ///
    /// - Parameter target: the percent-encoded path and query of a request.
    /// - Returns: `nil` for an unknown path.
    func match(_ target: String) -> Match? {
        guard target.utf8.first == UInt8(ascii: "/") else { return nil }
        let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        return root.match(target, from: target.utf8.index(after: target.startIndex), to: end, isFirst: true)
    }

    /// Returns the route name for an unknown path, for metrics and logs.
    static func name(ofUnknown target: String) -> String {
        target.hasPrefix("/\(Operation.library)/") ? Operation.library : "none"
    }
}

extension RouteTable.Match {
    /// Returns the endpoint for a method; `nil` if there is none. The GET endpoint also handles HEAD.
    func endpoint(for method: HTTPRequest.Method) -> Endpoint<Responder>? {
        let wanted = method == .head ? .get : method
        return endpoints.first { $0.operation.method == wanted }
    }

    /// Returns the decoded values of the path parameters.
    ///
    /// - Throws: `HTTPError` with status 404 for a value that is not percent-encoded UTF-8.
    func decodedValues() throws(HTTPError) -> [NameKey: Substring] {
        var decoded: [NameKey: Substring] = [:]
        for (name, value) in values {
            guard let value = PercentEncoding.decode(value) else { throw .notFound }
            decoded[name] = value[...]
        }
        return decoded
    }

    /// True if requests count toward the client's rate limit, and must use a host name of the service.
    var isLimited: Bool { endpoints.allSatisfy(\.operation.isLimited) }

    /// The name in metrics and logs.
    var name: String { endpoints.first?.operation.route ?? "none" }

    /// True for operations of the service itself, such as health, metrics and sessions, whose requests have no spans.
    var isOfService: Bool { endpoints.first?.operation.tag == "service" }

    /// The path in the API description, for traces.
    var template: String? { endpoints.first?.operation.path.description }

    /// The allowed methods.
    var methods: [String] {
        endpoints.map(\.operation.method).flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
    }
}

extension RouteTable.Node {
    fileprivate mutating func insert(_ endpoint: Endpoint<Responder>, at path: ArraySlice<PathTemplate.Part>) {
        guard let part = path.first else {
            endpoints.append(endpoint)
            if endpoint.operation.path.allowsLastSlash { fixed["", default: Self()].endpoints.append(endpoint) }
            return
        }
        let following = path.dropFirst()
        switch part {
        case .fixed(let text): fixed[text, default: Self()].insert(endpoint, at: following)
        case .parameter(let name, let prefix, let minimumBytes):
            let index = parameters.firstIndex { $0.name == name && $0.prefix == prefix } ?? parameters.endIndex
            if index == parameters.endIndex { parameters.append((name, prefix, minimumBytes, Self())) }
            parameters[index].node.insert(endpoint, at: following)
        case .rest(let name, let includesQuery):
            rest = (
                name, includesQuery, endpoint.operation.path.allowsLastSlash, (rest?.endpoints ?? []) + [endpoint]
            )
        }
    }

    /// Matches the rest of a target, starting at a part. `start` is the index of the part, and `end` is the index of the query.
    fileprivate func match(
        _ target: String, from start: String.Index, to end: String.Index, isFirst: Bool = false
    ) -> RouteTable.Match? {
        let stop = target.utf8[start..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
        let part = target[start..<stop]
        func follow(_ node: Self) -> RouteTable.Match? {
            if stop < end { return node.match(target, from: target.utf8.index(after: stop), to: end) }
            return node.endpoints.isEmpty ? nil : .init(endpoints: node.endpoints, values: [:])
        }
        // The first part is not decoded, so only one spelling matches.
        let isEncoded = !isFirst && part.utf8.contains(UInt8(ascii: "%"))
        let text = isEncoded ? PercentEncoding.decode(part) : String(part)
        if let node = text.flatMap({ fixed[$0] }), let found = follow(node) { return found }
        for (name, prefix, minimumBytes, node) in parameters
        where part.utf8.count >= minimumBytes && part.hasPrefix(prefix) {
            if let found = follow(node) { return found.adding(name, part.dropFirst(prefix.count)) }
        }
        guard let rest else { return nil }
        var value = target[start..<(rest.includesQuery ? target.endIndex : end)]
        if rest.allowsLastSlash, value.hasSuffix("/") { value = value.dropLast() }
        return .init(endpoints: rest.endpoints, values: [NameKey(rest.name): value])
    }
}

extension RouteTable.Match {
    fileprivate func adding(_ name: String, _ value: Substring) -> Self {
        .init(endpoints: endpoints, values: values.merging([NameKey(name): value]) { first, _ in first })
    }
}
