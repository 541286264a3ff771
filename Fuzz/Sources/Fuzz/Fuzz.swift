/// libFuzzer's own main function, which stays with it when the program has one.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// `Fuzz TARGET [libFuzzer's options]`; `Fuzz` alone names the targets, a line each; `Fuzz sweep FOLDER SHARE SHARES` goes
/// through one of several equal shares of a folder's files.
@main
enum Fuzz {
    /// A C function cannot capture; it is set once, before libFuzzer starts.
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
        // libFuzzer starts itself again for each found case with the arguments that it has got.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        arguments[0] = CommandLine.unsafeArgv[0]
        _ = runDriver(&count, &arguments) { data, count in
            Fuzz.target.feed(Array(UnsafeBufferPointer(start: data, count: count)))
            return 0
        }
    }
}
