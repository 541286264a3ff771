/// libFuzzer's driver, for programs with their own main function.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// `Fuzz TARGET [libFuzzer's options]` fuzzes a target. `Fuzz` alone lists the targets. `Fuzz sweep FOLDER SHARE SHARES`
/// processes one of several equal shares of a folder's files.
@main
enum Fuzz {
    /// A static variable, since a C function can't capture a value. It is set once, before libFuzzer starts.
    nonisolated(unsafe) private static var target = Target.header

    static func main() throws {
        let words = CommandLine.arguments
        if words.count == 5, words[1] == "sweep", let share = Int(words[3]), let shares = Int(words[4]), shares > 0 {
            return try Sweep.run(words[2], share: share, of: shares)
        }
        guard CommandLine.arguments.count > 1, let chosen = Target(rawValue: CommandLine.arguments[1]) else {
            for target in Target.allCases { print(target.rawValue) }
            return
        }
        target = chosen
        // For each finding, libFuzzer restarts itself with its original arguments.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        arguments[0] = CommandLine.unsafeArgv[0]
        _ = runDriver(&count, &arguments) { data, count in
            Fuzz.target.feed(Array(UnsafeBufferPointer(start: data, count: count)))
            return 0
        }
    }
}
