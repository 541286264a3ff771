// Makes a meme: `swift run MakeMeme photo.jpg meme.jpg`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardMemes

guard CommandLine.arguments.count == 3 else {
    print("usage: MakeMeme PHOTO MEME")
    exit(64)
}
let photo = try OpenedPicture([UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))

// Two captions in the classic style: white capitals with a black outline, at the top and at the bottom.
var meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
meme.captions[1].fill = Color(red: 255, green: 214, blue: 10)

// An animated GIF stays animated if the encoding is .gif or .webp().
var job = MemeFile.Job(meme, on: photo, encoding: .jpeg(quality: 90))
job.framing.resize = Resize(into: .square(1_200))
let file = try await MemeFile.make(job)
for warning in file.reports.flatMap(\.warnings) + file.warnings { print("Note: \(warning)") }

try Data(file.bytes).write(to: URL(filePath: CommandLine.arguments[2]))
print("\(file.size) pixels")
