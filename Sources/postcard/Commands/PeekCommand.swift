import ArgumentParser

struct PeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peek",
        abstract: "Make larger previews of pictures and folders of pictures.",
        discussion: """
            The same as thumbnail, at a size to look at.

            EXAMPLES
              postcard peek photo.jpg --output preview.jpg
              postcard peek ~/Pictures/Paris --to previews --size 1600
            """)

    @Option(
        name: .long, help: "The longer side in pixels, or a box, for example 320x200; several with commas between them."
    )
    var size = BoxList(1024)

    @OptionGroup var options: ResizeOptions

    func run() async throws {
        try await options.run(boxes: size.boxes, kind: "peek")
    }
}
