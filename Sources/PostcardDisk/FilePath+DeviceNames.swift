package import SystemPackage

extension FilePath.Component {
    /// The folders where network drives and operating systems store thumbnails, snapshots and deleted files.
    private static let deviceFolders = Set<[UInt8]>(
        [
            "@eaDir", "#recycle", "#snapshot", "@Recycle", "@Recently-Snapshot", "$RECYCLE.BIN", "lost+found",
            "System Volume Information",
        ].map { Array($0.utf8) })

    /// True if a file or folder is hidden, or is a system file, such as a network drive's thumbnail. Such files are not the
    /// user's photos.
    package var isHiddenOrSystemFile: Bool {
        let name = bytes
        guard name.first != UInt8(ascii: "."), !Self.deviceFolders.contains(name) else { return true }
        // Thumbnails on Synology devices: SYNOPHOTO_THUMB_XL.jpg, SYNOVIDEO_VIDEO_SCREENSHOT.jpg.
        return name.starts(with: "SYNO".utf8) && String(decoding: name, as: UTF8.self).contains("_THUMB_")
    }
}
