/// The values that pixels are averaged in when the size of a picture changes.
public enum ResamplingSpace: Hashable, Sendable {
    /// Linear light for JPEG, HEIC, AVIF and camera raw files; sRGB for other formats.
    case automatic
    /// Linear light. Fine bright detail keeps its brightness.
    case linear
    /// The numbers of sRGB. Thin dark lines keep their weight.
    case sRGB
}
