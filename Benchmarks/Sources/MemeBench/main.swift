// Measures memes in this process for Benchmarks/memes, and prints lines of `name<TAB>microseconds of CPU`, the median of all rounds.
//
// MemeBench PHOTO.jpg ANIMATION.gif [ROUNDS]
import Foundation
import PostcardImaging
import PostcardMemes

func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func measure(_ name: String, rounds: Int, _ body: () throws -> Void) rethrows {
    try body()
    var times: [Double] = []
    for _ in 0..<rounds {
        let start = cpu()
        try body()
        times.append(cpu() - start)
    }
    times.sort()
    print("\(name)\t\(Int(times[times.count / 2]))")
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: MemeBench PHOTO.jpg ANIMATION.gif [ROUNDS]")
    exit(64)
}
let photo = [UInt8](try Data(contentsOf: URL(filePath: arguments[1])))
let animation = [UInt8](try Data(contentsOf: URL(filePath: arguments[2])))
let rounds = arguments.count > 3 ? Int(arguments[3]) ?? 21 : 21
let meme = Meme.classic(top: "One does not simply", bottom: "walk into Mordor")

try measure("jpeg", rounds: rounds) {
    _ = try meme.rendered(on: Image(decoding: photo)).image.encoded(as: .jpeg(quality: 85))
}
try measure("jpeg without words", rounds: rounds) {
    _ = try Image(decoding: photo).encoded(as: .jpeg(quality: 85))
}
// Encodes only the text.
try measure("jpeg patched", rounds: rounds) {
    let file = try MemeFile.Job(meme, on: photo, encoding: .jpeg(quality: 85), keepsBlocks: true).run()
    precondition(file.coding == .patched)
}
let picture = try Image(decoding: photo)
try measure("captions warm", rounds: rounds) { _ = try meme.lettering(on: picture.size) }
try measure("captions warm with blending", rounds: rounds) { _ = try meme.rendered(on: picture) }
try measure("captions cold", rounds: rounds) {
    _ = try meme.lettering(on: picture.size, fonts: FontLibrary(usesSystemFonts: false))
}
// The longest text that a caption accepts.
let page = String(repeating: "seven letters and more ", count: 400).prefix(8_000)
try measure("8000 characters", rounds: 5) { _ = try Meme.classic(top: String(page)).lettering(on: picture.size) }
let words = (0..<10_000).map { "word\($0)" }.joined(separator: " ")
try measure("10000 words, refused", rounds: 5) { _ = try? Meme.classic(top: words).lettering(on: picture.size) }
try measure("gif", rounds: max(3, rounds / 7)) {
    let frames = try AnimatedImage(decoding: animation)
    let lettering = try meme.lettering(on: frames.size)
    _ = try frames.encoded { image, _ in image = try lettering.applied(to: image) }
}
