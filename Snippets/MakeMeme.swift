// Letters a picture: `swift run MakeMeme photo.jpg meme.jpg`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging
import PostcardMemes

let photo = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let base = try Image(decoding: [UInt8](photo), options: DecodingOptions(resize: Resize(into: .square(1_200))))

// Two captions in the classic style: white capitals with a black outline, at the top and at the bottom.
var meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
meme.captions[1].fill = Color(red: 255, green: 214, blue: 10)

let (image, reports) = try meme.render(onto: base)
for warning in reports.flatMap(\.warnings) { print("Note: \(warning)") }

try Data(image.encoded(.jpeg(quality: 90))).write(to: URL(filePath: CommandLine.arguments[2]))
