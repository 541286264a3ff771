import PostcardImaging
import PostcardPhotos
import SystemPackage

/// A folder with its pictures, as an album of a gallery.
struct GalleryAlbum: Sendable {
    /// A picture or video.
    struct Item: Sendable {
        let file: FilePath
        /// The name in the site, without a file extension.
        var name = ""
        let isVideo: Bool
        /// The properties; `nil` if the file could not be read. Unreadable files are not shown.
        var facts: GalleryFacts?
        /// The URL of the original; `nil` if the page does not link to the original.
        var original: String?

        /// Returns the file name of a version: `small` or `large`.
        func file(_ version: String, _ format: ImageFormat) -> String { "\(name).\(version).\(format.fileExtension)" }
    }

    let folder: FilePath
    /// The index of the album that contains this album; `nil` for the root.
    let parent: Int?
    /// The path relative to the site; empty for the root.
    var path: FilePath = ""
    var settings = GallerySettings()
    var items: [Item] = []
    /// The indices of the albums in this album.
    var albums: [Int] = []
    /// The position; `nil` if it is unknown or not shared.
    var coordinate: Coordinate?
    /// The numbers of pictures and videos in this album and in all albums below it.
    var pictures = 0
    var videos = 0
    /// The picture that represents the album, with the album that contains the picture; `nil` if no picture is readable.
    var cover: (album: Int, item: Int)?
    /// The range from the first to the last day; `nil` if no date is known.
    var days: ClosedRange<String>?

    /// The title in the settings, or the name of the folder if the settings contain no title.
    var title: String { settings.title ?? folder.lastComponent?.string ?? "\(folder)" }
    /// The relative URL of the root folder of the site.
    var root: String { String(repeating: "../", count: path.components.count) }
    /// True if the album contains pictures or videos.
    var isShown: Bool { pictures + videos > 0 }
}
