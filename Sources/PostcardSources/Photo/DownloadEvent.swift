/// What the sink of a download is told, in order.
public enum DownloadEvent: Sendable {
    /// A picture begins. Whatever came before belongs to an attempt that failed: throw it away.
    case began(Rendition, PictureFormat)

    /// The next bytes of the picture that began last.
    case received([UInt8])
}
