import Foundation
import PostcardTestSupport

/// The result of `DecodingHelper` for one file, in a separate process.
struct DecodingRun {
    /// `ok`, or the code of the error.
    let outcome: String
    /// The maximum memory for decoding in KiB, in addition to the program and the file.
    let kilobytes: Int
    /// The maximum memory in KiB of any process that the helper started.
    let childKilobytes: Int
    /// The error's message.
    let message: String
    /// The output to standard error.
    let complaints: String

    /// `mode` is `header`, `thumbnail`, `whole` or `animation`. With `isExternal`, another process decodes.
    init(_ mode: String, _ bytes: [UInt8], recover: Bool = false, isExternal: Bool = false) throws {
        let folder = try TemporaryFolder()
        let picture = try folder.write(bytes, as: "picture")
        let ended: Bool
        let line: String
        let external = isExternal ? ["external"] : []
        (line, complaints, ended) = try Self.run(external + [mode, picture] + (recover ? ["recover"] : []), in: folder)
        let parts = line.split(separator: " ", maxSplits: 4).map(String.init)
        outcome = ended ? parts.first ?? "nothing" : "signal"
        kilobytes = parts.count > 1 ? Int(parts[1]) ?? .max : .max
        childKilobytes = parts.count > 3 ? Int(parts[3]) ?? .max : .max
        message = parts.count > 4 ? parts[4] : ""
    }

    /// Returns a line for each damaged copy of a file. During decoding, new memory is filled with the complement of `filling`.
    static func mutants(
        of bytes: [UInt8], count: Int, filling: UInt8 = 0, isExternal: Bool = false
    ) throws -> [Substring] {
        let folder = try TemporaryFolder()
        let picture = try folder.write(bytes, as: "picture")
        // Small pieces of memory that are immediately reused are not filled.
        let settings = ["MALLOC_PERTURB_": "\(filling)", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]
        let external = isExternal ? ["external"] : []
        let run = try Self.run(external + ["mutants", picture, "0", "\(count)"], in: folder, settings)
        return run.output.split(separator: "\n")
    }

    /// Returns the error numbers of the calls that a confined process tries.
    static func confined() throws -> [Substring] {
        try run(["confined"], in: TemporaryFolder()).output.split(separator: "\n")
    }

    /// Returns the results of edits to an image without memory for a copy. If a signal ended the process, the last line is `signal`.
    static func shortMemory() throws -> [Substring] {
        let run = try run(["short-memory"], in: TemporaryFolder())
        return run.output.split(separator: "\n") + (run.ended ? [] : ["signal"])
    }

    private static func run(
        _ arguments: [String], in folder: TemporaryFolder, _ settings: [String: String] = [:]
    ) throws -> (output: String, complaints: String, ended: Bool) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(settings) { $1 }
        try folder.write([], as: "output")
        try folder.write([], as: "complaints")
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.path("complaints"))
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
        return (try text("output"), try text("complaints"), process.terminationReason == .exit)
    }

    /// The helper is in the folder of the test bundle.
    static var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let runner = URL(filePath: ProcessInfo.processInfo.arguments[0])
        return (bundle ?? runner).deletingLastPathComponent().appending(path: "DecodingHelper")
    }
}
