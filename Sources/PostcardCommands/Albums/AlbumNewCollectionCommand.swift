import ArgumentParser

struct AlbumNewCollectionCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-collection", abstract: "Replace an album's photos with others of the same place.",
        discussion: """
            The old photos stay until all new ones are downloaded. Removed photos never come
            back. The command fails while the album is being downloaded.

            EXAMPLES
              postcard album new-collection "Eiffel Tower" --count 12
              postcard album new-collection "Eiffel Tower" --seed 7
            """)

    static let replacesPhotos = true

    @OptionGroup var options: AlbumDownloadOptions
}
