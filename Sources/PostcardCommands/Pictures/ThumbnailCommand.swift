import ArgumentParser

struct ThumbnailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail", abstract: "Make thumbnails of pictures and folders of pictures.",
        discussion: """
            Pictures are turned upright, never enlarged, and lose GPS and other private
            data. A picture that cannot be read is named and the rest go on; the exit
            status is then 75.

            What was made is recorded in .postcard-results in the folder of --to: results
            are made again when their picture or what is asked for has changed, and no
            other file is replaced without --force. The name of a result follows from
            that of its picture; two pictures with one name are both refused, but of RAW and
            JPEG or HEIC and JPEG the JPEG is enough. A folder's own folders are kept; that of
            --to is not searched for pictures.

            EXAMPLES
              postcard thumbnail ~/Pictures --to thumbs
              postcard thumbnail IMG_1.jpg IMG_2.png --to thumbs --size 320
              postcard thumbnail photo.jpg --output small.png
              postcard thumbnail ~/Pictures --to thumbs --size 128,512 --format png \\
                --name "{name}@{size}.{ext}"
              postcard thumbnail ~/Pictures --to thumbs --name "{dir}/{name}.{type}.{ext}"
              find photos -name "*.jpg" -print0 | postcard thumbnail --files-from - \\
                --base photos --to thumbs
              cat photo.jpg | postcard thumbnail - --output - > small.jpg
            """)

    @Option(
        help:
            "The longer side in pixels, or a box: 320x200, 320x or x200, from 1 to 20000; or 50%; several with commas between them."
    )
    var size = BoxList(256)

    @OptionGroup var options: ResizeOptions

    func run() async throws {
        var run = ResizeRun(options: options, boxes: size.boxes, kind: "thumbnail")
        try await run.run()
    }
}
