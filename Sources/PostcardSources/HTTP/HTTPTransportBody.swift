/// The body of an answer as a sequence of pieces of any size, to be read once.
///
/// Reading throws ``HTTPTransportError`` when the connection breaks, time is up or there are too many bytes.
public struct HTTPTransportBody: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = [UInt8]

    private let makeNext: @Sendable () -> Next

    /// Returns the next piece, or `nil` at the end.
    public typealias Next = () async throws -> [UInt8]?

    /// Creates a body from a function that makes a reader of it.
    ///
    /// - Parameter makeNext: Called once, when the reading begins.
    public init(makeNext: @escaping @Sendable () -> Next) {
        self.makeNext = makeNext
    }

    /// Creates a body that is there already.
    ///
    /// - Parameter bytes: The whole body.
    public init(_ bytes: [UInt8]) {
        self.init {
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Reads the pieces in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let nextPiece: Next

        /// The next piece, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? { try await nextPiece() }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextPiece: makeNext()) }

    /// The whole body in one piece.
    func collect() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self {
            bytes += piece
        }
        return bytes
    }
}
