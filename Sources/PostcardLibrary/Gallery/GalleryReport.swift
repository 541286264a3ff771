/// The contents of a gallery.
package struct GalleryReport: Sendable, Hashable, Codable {
    /// The numbers of albums, including the root, and of the pictures and videos in the albums.
    package let albums, pictures, videos: Int
    /// The number of videos that were skipped because ffmpeg is not installed.
    package let videosLeftOut: Int
    /// The numbers of symbolic links, which are not followed, and of skipped RAW, HEIC and TIFF files next to a JPEG of the same name.
    package let links, companions: Int

    init(tree: GalleryTree) {
        albums = tree.albums.count { $0.isShown }
        (pictures, videos) = (tree.albums[0].pictures, tree.albums[0].videos)
        (videosLeftOut, links, companions) = (tree.videosLeftOut, tree.links, tree.companions)
    }
}
