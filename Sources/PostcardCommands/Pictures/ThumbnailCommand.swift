import ArgumentParser

struct ThumbnailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail", abstract: "Make thumbnails of images and folders.",
        discussion: """
            Pictures are rotated upright, not enlarged, and lose GPS and other private
            data. For videos named as inputs, a frame is used, which needs ffmpeg. Unreadable
            pictures are reported and skipped; the exit status is then 75.

            Results are recorded in .postcard-results in the --to folder. They are made
            again if their picture or the options change, and no other file is replaced
            without --force. Results are named after their pictures. Two pictures that
            would get the same name are rejected, except a JPEG next to a RAW or HEIC file,
            where only the JPEG is used. Subfolders are kept; the --to folder is not
            searched for pictures.

            EXAMPLES
              postcard thumbnail ~/Pictures --to thumbs
              postcard thumbnail IMG_1.jpg IMG_2.png --to thumbs --size 320
              postcard thumbnail photo.jpg --output small.png
              postcard thumbnail ~/Pictures --to thumbs --size 128,512 --format png \\
                --name "{name}@{size}.{ext}"
              postcard thumbnail ~/Pictures --to thumbs --name "{dir}/{name}.{type}.{ext}"
              postcard thumbnail ~/Pictures --to sorted --name "{date:%Y-%m}/{name}.{ext}"
              find photos -name "*.jpg" -print0 | postcard thumbnail --files-from - \\
                --base photos --to thumbs
              cat photo.jpg | postcard thumbnail - --output - > small.jpg
            """)

    @Option(
        help:
            "The longer side in pixels, or a box: 320x200, 320x or x200, 1 to 20000; or 50%. Separate several sizes with commas."
    )
    var size = BoxList(256)

    @OptionGroup var options: ResizeOptions

    func run() async throws {
        var run = ResizeRun(options: options, boxes: size.boxes, kind: "thumbnail")
        try await run.run()
    }
}
