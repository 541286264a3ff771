// A process that the tests of limits measure, one file at a time:
//
//     DecodingHelper header|thumbnail|whole|animation|cover|cover-detail|enlarge FILE [recover]
//
// prints `ok` or the error code, the growth of peak memory in KiB, milliseconds of processor time, the peak memory of its largest child
// process in KiB, and the message.
//
//     DecodingHelper mutants FILE FIRST COUNT
//
// decodes damaged copies of a file and prints a line for each: its number and the result. For a COUNT of 0, it writes the copy itself.
//
//     DecodingHelper confined
//
// prints the error numbers of calls that a confined process may not make. With `external` before the other arguments, pictures are decoded
// in confined processes.
//
//     DecodingHelper short-memory
//
// prints the results of editing an image when there is no memory for a copy.

import PlatformLibc
import PostcardImaging
import PostcardIsolation

let isolation = Isolation.prepare()
var arguments = CommandLine.arguments
let isExternal = arguments.count > 1 && arguments[1] == "external"
if isExternal { arguments.remove(at: 1) }
let limits = DecodingLimits(isolation: isExternal ? isolation : nil)
if arguments.count == 2, arguments[1] == "confined" {
    Confinement.printErrors()
    exit(0)
}
if arguments.count == 2, arguments[1] == "short-memory" {
    try ShortMemory.printErrors()
    exit(0)
}
if arguments.count == 5, arguments[1] == "mutants", let first = UInt64(arguments[3]), let count = UInt64(arguments[4]) {
    let mutants = Mutants(original: read(arguments[2]), isolation: limits.isolation)
    if count == 0 {
        _ = mutants.mutant(first).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    } else {
        mutants.printDigests(first..<first + count)
    }
    exit(0)
}
guard arguments.count >= 3 else {
    print("usage: DecodingHelper header|thumbnail|whole|animation|cover|cover-detail|enlarge FILE [recover]")
    exit(64)
}
let bytes = read(arguments[2])

func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { exit(66) }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    return [UInt8](unsafeUninitializedCapacity: ftell(file)) { buffer, count in
        fseek(file, 0, SEEK_SET)
        count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
}

let recover = arguments.count > 3
let thumbnail = DecodingOptions(resize: Resize(into: .square(64)), limits: limits, toleratesDamage: recover)
let before = peakMemory()
let start = processorTime()
var outcome = "ok"
var message = ""
do {
    switch arguments[1] {
    case "header": _ = try ImageHeader(of: bytes)
    case "thumbnail": _ = try Image(decoding: bytes, options: thumbnail)
    case "whole": _ = try Image(decoding: bytes, options: DecodingOptions(limits: limits, toleratesDamage: recover))
    case "animation": _ = try AnimatedImage(decoding: bytes, options: thumbnail).encoded()
    case "cover": try edit([.crop(strip), .resize(Resize(into: .square(700), fit: .cover, enlarges: true))])
    case "cover-detail":
        try edit([.crop(strip), .resize(Resize(into: .square(700), fit: .cover(.detail), enlarges: true))])
    case "enlarge": try edit([.crop(strip), .resize(Resize(into: .square(700), fit: .exact, enlarges: true))])
    default: exit(64)
    }
} catch let error as ImageError {
    outcome = "\(error.code)"
    message = error.message
}

/// A row of 48 pixels.
var strip: PixelRect { PixelRect(x: 0, y: 0, width: 48, height: 1) }

func edit(_ edits: [Edit]) throws(ImageError) {
    _ = try Image(decoding: bytes, options: DecodingOptions(limits: limits)).edited(edits)
}

var children = rusage()
getrusage(CInt(RUSAGE_CHILDREN.rawValue), &children)
print("\(outcome) \(peakMemory() - before) \(processorTime() - start) \(children.ru_maxrss) \(message)")

/// Returns the peak resident memory in KiB. On Linux, a child's value includes its parent's when it starts.
func peakMemory() -> Int {
    #if os(Linux)
        guard let status = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(status) }
        var line = [CChar](repeating: 0, count: 200)
        while fgets(&line, 200, status) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return Int(text.filter { $0.isASCII && $0.isNumber }) ?? 0
        }
        return 0
    #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1024
    #endif
}

/// Returns the processor time in milliseconds.
func processorTime() -> Int { Int(clock()) / (Int(CLOCKS_PER_SEC) / 1000) }
