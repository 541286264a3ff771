/// An event of a download, delivered to its sink in order.
public enum DownloadEvent: Sendable {
    /// A picture begins. Whatever came before belongs to an attempt that failed: throw it away.
    case began(PictureStart)

    /// A picture goes on behind the bytes that the caller said it has.
    case resumed(PictureStart)

    /// The next bytes of the picture that began or was resumed last.
    case received([UInt8])
}
