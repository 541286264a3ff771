public import Foundation

/// The `postcard` program that was built with the tests, run as a process of its own.
public struct PostcardCommand: Sendable {
    /// What a run left behind.
    public struct Result: Sendable {
        /// The exit status, or the number of the signal that ended it.
        public let status: Int32
        /// What went to standard output.
        public let output: [UInt8]
        /// What went to standard error.
        public let errors: String

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }

        /// Standard output as JSON.
        public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(output))
        }
    }

    /// Environment variables; nothing of the caller's own settings gets through. PATH is that of the system if it is not among
    /// them.
    public var environment: [String: String]
    /// The folder that it is run in.
    public var folder: URL
    /// The file name of the program.
    let program: String
    /// Keeps the folder from being removed while a program runs in it.
    private let temporaryFolder: TemporaryFolder

    /// Prepares runs in a folder, with a library there that is named `Library`.
    ///
    /// - Parameters:
    ///   - folder: the working directory of the runs.
    ///   - environment: variables besides those of the library and the home directory.
    ///   - program: another program of the package, such as a snippet of the documentation.
    public init(in folder: TemporaryFolder, environment: [String: String] = [:], program: String = "postcard") {
        self.folder = folder.url
        temporaryFolder = folder
        self.program = program
        self.environment = ["POSTCARD_LIBRARY": folder.path("Library"), "HOME": folder.path("home")]
            .merging(environment) { $1 }
    }

    /// Runs to the end.
    public func run(_ arguments: String..., input: [UInt8] = []) async throws -> Result {
        try await run(arguments, input: input)
    }

    /// Runs to the end.
    public func run(_ arguments: [String], input: [UInt8] = []) async throws -> Result {
        try await start(arguments, input: input).result()
    }

    /// Runs to the end at a terminal; all that is seen on it is the output.
    public func runAtTerminal(_ arguments: String...) async throws -> Result { try await runAtTerminal(arguments) }

    /// Runs to the end at a terminal; all that is seen on it is the output.
    public func runAtTerminal(_ arguments: [String]) async throws -> Result {
        try await PostcardRun(self, arguments: arguments, input: [], isAtTerminal: true).result()
    }

    /// Starts a run that can be ended early.
    public func start(_ arguments: [String], input: [UInt8] = []) throws -> PostcardRun {
        try PostcardRun(self, arguments: arguments, input: input, isAtTerminal: false)
    }

    /// Where the program is, for a test that starts it through another one.
    public var path: String { url.path }

    /// The program stands beside the test bundle.
    var url: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let runner = URL(filePath: ProcessInfo.processInfo.arguments[0])
        return (bundle ?? runner).deletingLastPathComponent().appending(path: program)
    }
}
