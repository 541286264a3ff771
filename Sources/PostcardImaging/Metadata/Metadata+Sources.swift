extension Metadata {
    /// What EXIF says, and XMP where EXIF is silent.
    init(exif: UnsafeRawBufferPointer?, xmp: UnsafeRawBufferPointer?) {
        self = exif.map { Metadata(exif: $0) } ?? Metadata()
    }
}
