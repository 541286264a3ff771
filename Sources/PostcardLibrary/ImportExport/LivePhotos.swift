import PostcardImaging
import SystemPackage

/// Live Photos and motion photos whose videos are separate files: `IMG_1.HEIC` with `IMG_1.MOV` (Apple), `IMG_1.MP.jpg` with `IMG_1.MP`
/// (Google).
enum LivePhotos {
    /// The maximum size in bytes of the video, which takes about three seconds.
    private static let maximumVideoBytes = 24 << 20

    /// Returns the videos of Live Photos among the files, by the paths of the pictures. The picture and the video are in the same folder.
    static func videos(of paths: [FilePath]) -> [FilePath: FilePath] {
        var pictures: [FilePath: FilePath] = [:]
        for path in paths {
            let format = path.extension.flatMap(ImageFormat.init(fileExtension:))
            // If there are both, the video belongs to the HEIC file.
            let isFirst = pictures[path.withoutExtension] == nil
            if format == .heic || (format == .jpeg && isFirst) { pictures[path.withoutExtension] = path }
        }
        var videos: [FilePath: FilePath] = [:]
        for path in paths {
            guard let picture = pictures[path] ?? pictures[path.withoutExtension], picture != path,
                VideoContainer.isVideo(path), let status = try? FileSystem.status(of: path),
                status.size <= maximumVideoBytes
            else { continue }
            videos[picture] = path
        }
        return videos
    }
}
