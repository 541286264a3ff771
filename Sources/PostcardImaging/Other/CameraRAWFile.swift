import ReducedJPEG

/// A camera raw file, read as its largest JPEG preview, rotated as the file specifies.
///
/// Postcard does not develop the sensor data. The layouts are documented by ExifTool (P. Harvey, "ExifTool Tag Names").
struct CameraRAWFile: ImageFile {
    private let preview: JPEGFile
    let header: ImageHeader

    /// `directories` are the directories of a file that has the signature of TIFF.
    init(_ bytes: UnsafeRawBufferPointer, directories: RAWPreviews?) throws(ImageError) {
        let found: RAWPreviews
        if ByteReader(bytes).has("FUJIFILMCCD-RAW", at: 0) {
            found = RAWPreviews(fujifilm: bytes)
        } else if ByteReader(bytes).has("ftypcrx ", at: 4) {
            found = RAWPreviews(canon: bytes)
        } else {
            found = directories ?? RAWPreviews(tiff: bytes)
        }
        try self.init(found, in: bytes)
    }

    private init(_ found: RAWPreviews, in bytes: UnsafeRawBufferPointer) throws(ImageError) {
        var largest: JPEGFile?
        for range in found.ranges {
            let data = UnsafeRawBufferPointer(rebasing: bytes[range])
            // Sensor data can be a lossless JPEG, which is not a picture.
            guard ByteReader(data).uint16(at: 0) == 0xFFD8, let file = try? JPEGFile(data),
                0xC0...0xC2 ~= file.frame.marker, file.frame.precision == 8,
                [1, 3].contains(file.frame.components.count),
                file.header.storedSize.area > largest?.header.storedSize.area ?? 0
            else { continue }
            largest = file
        }
        guard let largest else {
            throw .unsupported(
                "This camera RAW file contains no JPEG preview, and Postcard can't read sensor data. Develop it with a raw converter first."
            )
        }
        preview = largest
        var metadata = found.metadata
        if preview.markers.exif != nil {
            // The orientation in the preview takes precedence over the orientation in the raw file.
            if let orientation = preview.markers.exif.flatMap(Metadata.orientation) {
                metadata.orientation = orientation
            }
            metadata.fillGaps(from: preview.header.metadata)
        }
        metadata.useDateChanged()
        header = ImageHeader(format: .raw, storedSize: preview.header.storedSize, metadata: metadata)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try preview.reader(wanted: wanted, options: options)
    }
}
