import ArgumentParser

struct AlbumOpenCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a pin's album; download one when there is none.",
        discussion: """
            A download that was interrupted goes on where it stopped, with what it was
            asked for then. A server that is not there is tried three times, quickly. What
            fails otherwise, but may go well later, is tried up to five times, at growing
            distances or as the server asks. One try takes 15 s at most for a search, and
            120 s for a picture.

            EXAMPLES
              postcard album open "Eiffel Tower" --count 12
              postcard album open "Eiffel Tower" --text night --license cc-by,cc0
              postcard album open "Eiffel Tower" --source folder:/home/me/Pictures \\
                --radius 500
            """)

    static let replacesPhotos = false

    @OptionGroup var options: AlbumDownloadOptions
}
