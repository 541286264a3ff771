import ArgumentParser

struct AlbumNewCollectionCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-collection", abstract: "Replace a pin's album by other photos of the same place.",
        discussion: """
            The old photos stay until all new ones are there. Photos that were removed
            never come back. While the album is being downloaded, this is refused.

            EXAMPLES
              postcard album new-collection "Eiffel Tower" --count 12
              postcard album new-collection "Eiffel Tower" --seed 7
            """)

    static let replacesPhotos = true

    @OptionGroup var options: AlbumDownloadOptions
}
