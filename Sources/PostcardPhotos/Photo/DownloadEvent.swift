/// An event during a download. The sink receives the events in order.
public enum DownloadEvent: Sendable {
    /// A picture starts. Earlier bytes belong to a failed attempt and must be dropped.
    case began(PictureStart)

    /// The download of a picture continues after the bytes that were received earlier.
    case resumed(PictureStart)

    /// The next bytes of the picture that was most recently started or resumed.
    case received([UInt8])
}
