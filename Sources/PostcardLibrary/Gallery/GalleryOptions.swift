package import PostcardImaging
package import SystemPackage

/// The options of a gallery of a folder.
package struct GalleryOptions: Sendable {
    /// The treatment of original files.
    package enum Originals: String, Sendable, CaseIterable {
        /// Pages show only previews.
        case none
        /// Pages link to the original files in their present place.
        case link
        /// Pages link to copies. The copies contain positions only if all positions are shared.
        case copy
    }

    /// The title of the gallery; `nil` for the title in `gallery.json`, or for the name of the folder if `gallery.json` contains no title.
    package var title: String?
    /// The positions that pages and files contain. `none` also omits the camera.
    package var positions = SharedPositions.places
    package var originals = Originals.none
    /// True to also make WebP versions of thumbnails and previews.
    package var hasWebP = false
    /// True to make all files again, and to replace files that Postcard did not make.
    package var replaces = false
    /// The limits for pictures, and whether to use the readable part of damaged files.
    package var decoding: DecodingOptions
    /// The number of pictures that are processed at the same time, at least 1.
    package var workers = 1
    /// The file that keeps facts about pictures for the next run; `nil` for no cache. The file can contain positions.
    package var cache: FilePath?
    package var mediaTools = MediaTools.system
    /// The land on the maps of albums; `nil` for maps without land.
    package var outline: MapOutline?

    package init(decoding: DecodingOptions = DecodingOptions()) { self.decoding = decoding }
}
