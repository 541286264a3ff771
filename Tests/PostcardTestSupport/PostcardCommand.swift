public import Foundation

/// The `postcard` program that was built with the tests, run as a separate process.
public struct PostcardCommand: Sendable {
    /// The result of a run.
    public struct Result: Sendable {
        /// The exit status, or the number of the signal that ended the program.
        public let status: Int32
        /// Standard output.
        public let output: [UInt8]
        /// Standard error.
        public let errors: String

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }

        /// Standard output as JSON.
        public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(output))
        }
    }

    /// The environment variables. The caller's variables are not inherited. PATH defaults to the system's.
    public var environment: [String: String]
    /// The working directory.
    public var folder: URL
    /// The file name of the program.
    let program: String
    /// Keeps the folder from being removed while a program runs in it.
    private let temporaryFolder: TemporaryFolder

    /// Prepares runs in a folder, with a library named `Library` in it.
    ///
    /// - Parameters:
    ///   - folder: the working directory of the runs.
    ///   - environment: variables in addition to those for the library and the home folder.
    ///   - program: another program of the package, such as a snippet from the documentation.
    public init(in folder: TemporaryFolder, environment: [String: String] = [:], program: String = "postcard") {
        self.folder = folder.url
        temporaryFolder = folder
        self.program = program
        self.environment = ["POSTCARD_LIBRARY": folder.path("Library"), "HOME": folder.path("home")]
            .merging(environment) { $1 }
    }

    /// Runs the program until it ends.
    public func run(_ arguments: String..., input: [UInt8] = []) async throws -> Result {
        try await run(arguments, input: input)
    }

    /// Runs the program until it ends.
    public func run(_ arguments: [String], input: [UInt8] = []) async throws -> Result {
        try await start(arguments, input: input).result()
    }

    /// Runs the program to its end in a terminal. The output is everything that the program shows there.
    public func runAtTerminal(_ arguments: String...) async throws -> Result { try await runAtTerminal(arguments) }

    /// Runs the program to its end in a terminal. The output is everything that the program shows there.
    public func runAtTerminal(_ arguments: [String]) async throws -> Result {
        try await PostcardRun(self, arguments: arguments, input: [], isAtTerminal: true).result()
    }

    /// Starts a run that can be ended early.
    public func start(_ arguments: [String], input: [UInt8] = []) throws -> PostcardRun {
        try PostcardRun(self, arguments: arguments, input: input, isAtTerminal: false)
    }

    /// The path of the program, for tests that start it through another program.
    public var path: String { url.path }

    /// The URL of the program, which is next to the test bundle.
    var url: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let runner = URL(filePath: ProcessInfo.processInfo.arguments[0])
        return (bundle ?? runner).deletingLastPathComponent().appending(path: program)
    }
}
