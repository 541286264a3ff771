import Foundation
import PostcardTestSupport

/// What `DecodingHelper` made of one file, as a process of its own.
struct DecodingRun {
    /// `ok`, or the code of the error.
    let outcome: String
    /// Kilobytes that decoding needed at most, beyond the program and the file.
    let kilobytes: Int
    /// The error's message.
    let message: String
    /// What anybody printed on standard error.
    let complaints: String

    /// `mode` is `header`, `thumbnail`, `whole` or `animation`.
    init(_ mode: String, _ bytes: [UInt8], recover: Bool = false) throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [mode, try folder.write(bytes, as: "picture")] + (recover ? ["recover"] : [])
        try folder.write([], as: "output")
        try folder.write([], as: "complaints")
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.path("complaints"))
        try process.run()
        process.waitUntilExit()
        let line = String(decoding: try folder.read("output"), as: UTF8.self)
        let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
        outcome = process.terminationReason == .exit ? parts.first ?? "nothing" : "signal"
        kilobytes = parts.count > 1 ? Int(parts[1]) ?? .max : .max
        message = parts.count > 3 ? parts[3] : ""
        complaints = String(decoding: try folder.read("complaints"), as: UTF8.self)
    }

    /// The helper stands beside the test bundle.
    private static var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let runner = URL(filePath: ProcessInfo.processInfo.arguments[0])
        return (bundle ?? runner).deletingLastPathComponent().appending(path: "DecodingHelper")
    }
}
