/// An event of a download. The sink gets the events in order.
public enum DownloadEvent: Sendable {
    /// A picture begins. Earlier bytes belong to a failed attempt and must be dropped.
    case began(PictureStart)

    /// A picture continues after the bytes that were downloaded before.
    case resumed(PictureStart)

    /// The next bytes of the picture that began or was resumed last.
    case received([UInt8])
}
