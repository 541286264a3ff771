internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import PostcardCore
internal import PostcardLibrary

/// The library over HTTP: finds the operation, lets only those do it who may, and does it where waiting harms nobody.
struct LibraryService: Sendable {
    let library: Library
    let presence: LibraryPresence
    let access: AccessRules
    let threads: LibraryThreads
    let jobs: AlbumJobs
    /// Bytes of the largest file that is taken in.
    let maximumUploadBytes: Int
    let makeSource: PhotoSourceMaker?
    /// Operations at work.
    let admission: Admission
    /// Shares at work.
    let shares: Admission
    /// Pixels of pictures in work, those of the rest of the service too.
    let pixels: Admission
    /// Bytes of responses in memory, those of the rest of the service too.
    let responses: Admission
    /// How long a silent stream of events stays silent.
    let heartbeat: Duration

    static let operations: [Operation] =
        withVersions(
            pins + albums + jobOperations + photos + journals + places + notes + entries + memes + settings + map
                + deleted + looking + sharing + maintenance)

    /// The operations, each knowing the versions of what is at its address.
    private static func withVersions(_ operations: [Operation]) -> [Operation] {
        operations.map { operation in
            var operation = operation
            operation.version = operations.lazy.filter { $0.path == operation.path }.compactMap(\.version).first
            return operation
        }
    }

    /// Everybody has to ask again, with a token where one is needed, but nothing is sent twice.
    var cacheControl: String { access.isLibraryPublic ? "public, no-cache" : "private, no-cache" }

    /// Does work as long as the client is there to have what comes of it.
    typealias WhileConnected =
        @Sendable (_ work: @escaping @Sendable () async throws -> Response) async throws -> Response

    /// - Parameter whileConnected: for what only reads; a change that was asked for is made.
    func respond(
        to request: Request, caller: APITokens.Caller, whileConnected: WhileConnected
    ) async throws -> Response {
        let target = request.uri.string
        let path = target.prefix { $0 != "?" }
        let (operation, values) = try find(request.method, path)
        try access.permit(caller, operation.scope)
        try presence.require()
        if operation.bodies.isEmpty { try Responder.checkNoBody(request) }
        let call = LibraryCall(
            service: self, library: library, operation: operation, request: request, path: values,
            query: try QueryValues(target.dropFirst(path.count + 1), parameters: operation.parameters))
        return operation.method == .get ? try await whileConnected { try await respond(call) } : try await respond(call)
    }

    private func respond(_ call: LibraryCall) async throws -> Response {
        do {
            return try await admission.with(1) {
                try await withTaskExecutorPreference(threads) { try await call.operation.run(try call.conditioned()) }
            }
        } catch let error as LibraryError {
            guard let fault = ServerFault(error) else { throw error }
            throw fault
        }
    }

    private func find(
        _ method: HTTPRequest.Method, _ path: Substring
    ) throws(ServerFault) -> (Operation, [String: String]) {
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(part) else { throw ServerFault.notFound }
            parts.append(decoded)
        }
        let wanted = method == .head ? .get : method
        var allowed: [String] = []
        for operation in Self.operations {
            guard let values = operation.path.match(parts) else { continue }
            if operation.method == wanted { return (operation, values) }
            allowed += operation.method == .get ? ["GET", "HEAD"] : [operation.method.rawValue]
        }
        guard !allowed.isEmpty else { throw ServerFault.notFound }
        let list = allowed.joined(separator: ", ")
        throw ServerFault(
            .methodNotAllowed, "Only \(list) are understood at this address.", headers: [.allow: list])
    }
}
