import Foundation
import PostcardTestSupport

/// What `DecodingHelper` made of one file, as a process of its own.
struct DecodingRun {
    /// `ok`, or the code of the error.
    let outcome: String
    /// Kilobytes that decoding needed at most, beyond the program and the file.
    let kilobytes: Int
    /// Kilobytes of the largest process that it started.
    let childKilobytes: Int
    /// The error's message.
    let message: String
    /// What anybody printed on standard error.
    let complaints: String

    /// `mode` is `header`, `thumbnail`, `whole` or `animation`.
    /// `isExternal` decodes in a process of one picture.
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

    /// A line for each damaged copy of a file, decoded while new memory is filled with the complement of `filling`.
    static func mutants(
        of bytes: [UInt8], count: Int, filling: UInt8 = 0, isExternal: Bool = false
    ) throws -> [Substring] {
        let folder = try TemporaryFolder()
        let picture = try folder.write(bytes, as: "picture")
        // Small pieces of memory that are used again at once are not filled.
        let settings = ["MALLOC_PERTURB_": "\(filling)", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]
        let external = isExternal ? ["external"] : []
        let run = try Self.run(external + ["mutants", picture, "0", "\(count)"], in: folder, settings)
        return run.output.split(separator: "\n")
    }

    /// The error numbers of what a process of one picture tries.
    static func confined() throws -> [Substring] {
        try run(["confined"], in: TemporaryFolder()).output.split(separator: "\n")
    }

    /// What edits of an image report when there is no memory for a copy of it; the last line is the signal, if one ended them.
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

    /// The helper stands beside the test bundle.
    static var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let runner = URL(filePath: ProcessInfo.processInfo.arguments[0])
        return (bundle ?? runner).deletingLastPathComponent().appending(path: "DecodingHelper")
    }
}
