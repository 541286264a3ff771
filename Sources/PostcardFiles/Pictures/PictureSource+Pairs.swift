import PostcardDisk
import PostcardImaging
import SystemPackage

/// Pairs: a camera's or a phone's RAW, HEIC or TIFF file and the JPEG of the same picture beside it.
extension PictureSource {
    private var namedFormat: ImageFormat? { name.extension.flatMap(ImageFormat.init(fileExtension:)) }

    /// A Boolean value that indicates whether the name is one that a picture has beside a JPEG.
    var isNamedAsCompanion: Bool { namedFormat.map { [.raw, .heic, .tiff].contains($0) } ?? false }

    /// Returns a Boolean value that indicates whether this is the RAW, HEIC or TIFF file beside a JPEG, by their names.
    func isCompanion(of other: PictureSource) -> Bool {
        isNamedAsCompanion && other.namedFormat == .jpeg && stem == other.stem
    }

    /// What both of a pair have in common.
    private var stem: [UInt8] {
        let bytes =
            switch self {
            case .file(let path): path.absolute.bytes
            case .address, .standardInput: self.bytes
            }
        return Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)])
    }
}
