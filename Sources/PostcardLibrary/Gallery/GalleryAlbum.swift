import PostcardImaging
import PostcardPhotos
import SystemPackage

/// A folder with its pictures, as an album of a gallery.
struct GalleryAlbum: Sendable {
    /// A picture or video.
    struct Item: Sendable {
        let file: FilePath
        /// The name in the site without an extension.
        var name = ""
        let isVideo: Bool
        /// The properties; `nil` if the file could not be read. Then it is not shown.
        var facts: GalleryFacts?
        /// The URL of the original; `nil` if the page has none.
        var original: String?

        /// Returns the name of a version: `small` or `large`.
        func file(_ version: String, _ format: ImageFormat) -> String { "\(name).\(version).\(format.fileExtension)" }
    }

    let folder: FilePath
    /// The index of the album above; `nil` for the root.
    let parent: Int?
    /// The path below the site; empty for the root.
    var path: FilePath = ""
    var settings = GallerySettings()
    var items: [Item] = []
    /// The indices of albums in this one.
    var albums: [Int] = []
    /// The position; `nil` if it is unknown or not shared.
    var coordinate: Coordinate?
    /// The numbers of pictures and videos in this album and those in it.
    var pictures = 0
    var videos = 0
    /// The picture that represents the album, with the album that contains it; `nil` for an album without readable pictures.
    var cover: (album: Int, item: Int)?
    /// The first and the last day.
    var days: ClosedRange<String>?

    /// The title: that in the settings, or the name of the folder.
    var title: String { settings.title ?? folder.lastComponent?.string ?? "\(folder)" }
    /// The relative URL of the root folder of the site.
    var root: String { String(repeating: "../", count: path.components.count) }
    /// True if there is something to show.
    var isShown: Bool { pictures + videos > 0 }
}
