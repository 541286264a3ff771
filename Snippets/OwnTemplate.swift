// Makes a meme with a custom template and font: `swift run OwnTemplate TEMPLATE FONT meme.webp`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardMemes

guard CommandLine.arguments.count == 4 else {
    print("usage: OwnTemplate TEMPLATE FONT MEME")
    exit(64)
}

// A template is a folder with `template.json` and the pictures that it names.
let folder = URL(filePath: CommandLine.arguments[1])
func file(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appending(path: name))) }
var template = try Template(json: file("template.json"))

let font = try Typeface(bytes: [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[2]))))
for index in template.slots.indices { template.slots[index].caption.font = .typeface(font) }

var meme = try template.meme(of: ["Stay in bed", "Climb a mountain"])
try meme.resolveOverlays { name in try file(name) }
let base = try OpenedPicture(file(template.picture))
let result = try await MemeFile.make(MemeFile.Job(meme, on: base, encoding: .webp()))
for warning in result.reports.flatMap(\.warnings) + result.warnings { print("Note: \(warning)") }

try Data(result.bytes).write(to: URL(filePath: CommandLine.arguments[3]))
print("\(result.size) pixels")
