package import PostcardImaging
package import SystemPackage

/// The options of a gallery of a folder.
package struct GalleryOptions: Sendable {
    /// The treatment of original files.
    package enum Originals: String, Sendable, CaseIterable {
        /// Pages lead to previews only.
        case none
        /// Pages link to the original files where they are.
        case link
        /// Pages link to copies, without positions unless all are shared.
        case copy
    }

    /// The title of the gallery; `nil` for that in its `gallery.json`, or else the name of the folder.
    package var title: String?
    /// The positions that pages and files reveal. `none` also omits the camera.
    package var positions = SharedPositions.places
    package var originals = Originals.none
    /// True to make WebP versions of thumbnails and previews too.
    package var hasWebP = false
    /// True to make all files again, and to replace files that Postcard did not make.
    package var replaces = false
    /// The limits for pictures, and true to use the readable part of damaged files.
    package var decoding: DecodingOptions
    /// The number of pictures that are processed at the same time, at least 1.
    package var workers = 1
    /// The file that keeps what is read from pictures for the next run; `nil` for none. It can contain positions.
    package var cache: FilePath?
    package var mediaTools = MediaTools.system

    package init(decoding: DecodingOptions = DecodingOptions()) { self.decoding = decoding }
}
