/// A GIF file as a picture that stands still: its first frame. `AnimatedImage` has them all.
struct GIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        header = try GIFReader.header(of: bytes)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try GIFRowReader(bytes, limits: options.limits, recovers: options.recover)
    }
}
