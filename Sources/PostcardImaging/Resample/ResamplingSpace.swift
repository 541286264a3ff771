/// The space in which pixels are averaged when a picture is resized.
public enum ResamplingSpace: Hashable, Sendable {
    /// Linear light for JPEG, HEIC, AVIF and camera raw files; sRGB for other formats.
    case automatic
    /// Linear light. Fine bright detail keeps its brightness.
    case linear
    /// sRGB. Thin dark lines keep their weight.
    case sRGB
}
