/// An event of a download. The sink receives the events in order.
public enum DownloadEvent: Sendable {
    /// A picture starts. Earlier bytes belong to a failed attempt and must be dropped.
    case began(PictureStart)

    /// A picture continues after the bytes that were downloaded before.
    case resumed(PictureStart)

    /// The next bytes of the picture that began or was resumed last.
    case received([UInt8])
}
