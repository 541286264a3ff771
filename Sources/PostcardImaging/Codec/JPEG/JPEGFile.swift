/// A JPEG file (ISO/IEC 10918-1).
struct JPEGFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    private let markers: JPEGMarkers
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        markers = try JPEGMarkers(of: bytes)
        let metadata = Metadata(
            exif: markers.exif.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) },
            xmp: markers.xmp.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
        header = ImageHeader(format: .jpeg, storedSize: markers.size, metadata: metadata)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try JPEGReader(bytes, markers: markers, wanted: wanted, options: options)
    }
}
