// The examples in the documentation of PostcardMemes: `swift run MemeExamples PHOTO`.

import Foundation
import PostcardImaging
import PostcardMemes

func meme(_ photo: Image) throws {
    // snippet.Meme
    var meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
    meme.captions[1].fill = Color(red: 255, green: 214, blue: 10)
    let (image, reports) = try meme.rendered(on: photo)
    for warning in reports.flatMap(\.warnings) { print(warning) }
    // snippet.end
    print(image.size)
}

func caption(_ photo: Image) throws {
    // snippet.Caption
    var caption = Caption("Read the *manual*", in: UnitBox(x: 0.05, y: 0.7, width: 0.9, height: 0.25))
    caption.maximumSize = .fraction(0.08)
    caption.outline = nil
    caption.backdrop = Caption.Backdrop(color: .black)
    let (image, _) = try Meme(captions: [caption]).rendered(on: photo)
    // snippet.end
    print(image.size)
}

func job(_ photo: OpenedPicture) async throws {
    // snippet.Job
    let meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
    var job = MemeFile.Job(meme, on: photo, encoding: .jpeg())
    job.framing.resize = Resize(into: .square(800))
    let file = try await MemeFile.make(job)
    for warning in file.reports.flatMap(\.warnings) + file.warnings { print(warning) }
    // snippet.end
    print(file.size)
}

func template() async throws {
    // snippet.Template
    for bundled in BundledTemplate.all where bundled.name == "crossroads" {
        let meme = try bundled.template().meme(of: ["Fix the bug", "Rewrite it", "Me"])
        let job = MemeFile.Job(meme, on: try OpenedPicture(bundled.picture), encoding: .webp())
        print(try await MemeFile.make(job).size)
    }
    // snippet.end
}

func ownTemplate() throws {
    // snippet.ownTemplate
    let left = Caption("", in: UnitBox(x: 0.05, y: 0.1, width: 0.4, height: 0.3))
    let right = Caption("", in: UnitBox(x: 0.55, y: 0.1, width: 0.4, height: 0.3))
    let slots = [MemeStyle.Slot("left", left), MemeStyle.Slot("right", right)]
    let template = Template(name: "two-doors", picture: "picture.webp", slots: slots)
    let meme = try template.meme(of: ["Work", "Sleep"])
    // snippet.end
    print(meme.captions.count)
}

func style(_ photo: Image) throws {
    // snippet.MemeStyle
    var style = MemeStyle.classic
    style.slots[0].caption.fill = Color(red: 255, green: 221, blue: 0)
    let meme = try style.meme(of: ["One does not simply", "walk into Mordor"])
    let (image, reports) = try meme.rendered(on: photo)
    // snippet.end
    print(image.size, reports.count)
}

func shape() throws {
    // snippet.MemeShape
    var meme = Meme.classic(top: "Look here")
    meme.shapes.append(MemeShape(.arrow, from: UnitPoint(x: 0.2, y: 0.8), to: UnitPoint(x: 0.5, y: 0.5)))
    // snippet.end
    print(meme.shapes.count)
}

guard CommandLine.arguments.count == 2 else {
    print("usage: MemeExamples PHOTO")
    exit(64)
}
let picture = try OpenedPicture([UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
let photo = try DecodedImage(picture).image
try meme(photo)
try caption(photo)
try await job(picture)
try await template()
try ownTemplate()
try style(photo)
try shape()
