import ArgumentParser

struct AlbumOpenCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a pin's album, downloading it first if needed.",
        discussion: """
            An interrupted download continues where it stopped, with its original options.
            An unreachable server is tried three times, quickly. Other transient errors are
            tried up to five times, with growing pauses or as the server requests. Each try
            takes at most 15 s for a search, and 120 s for a picture.

            EXAMPLES
              postcard album open "Eiffel Tower" --count 12
              postcard album open "Eiffel Tower" --text night --license cc-by,cc0
              postcard album open "Eiffel Tower" --source folder:/home/me/Pictures \\
                --radius 500
            """)

    static let replacesPhotos = false

    @OptionGroup var options: AlbumDownloadOptions
}
