// Makes a thumbnail of every JPEG file in a folder: `swift run ThumbnailFolder PHOTOS THUMBNAILS`.

// snippet.hide
import Foundation
// snippet.show
import PostcardImaging

let photos = URL(filePath: CommandLine.arguments[1]), thumbnails = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: thumbnails, withIntermediateDirectories: true)

for photo in try FileManager.default.contentsOfDirectory(at: photos, includingPropertiesForKeys: nil)
where photo.pathExtension == "jpg" {
    // No more of the file is decoded than 256 pixels need, and the picture is upright.
    let options = DecodingOptions(resize: Resize(into: .square(256)), limits: DecodingLimits(pixels: 50_000_000))
    let thumbnail = try Image(decoding: [UInt8](Data(contentsOf: photo)), options: options)

    // Without metadata, unless asked for: a thumbnail does not tell where it was taken.
    let file = try thumbnail.encoded(.jpeg(quality: 85))
    try Data(file).write(to: thumbnails.appending(path: photo.lastPathComponent))
    print("\(photo.lastPathComponent): \(thumbnail.size)")
}
