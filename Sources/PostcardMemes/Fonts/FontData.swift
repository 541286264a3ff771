import CHarfBuzz
import PostcardFonts

/// The bytes of a font file, kept in place for as long as anything reads them.
///
/// Unchecked: // why: a HarfBuzz blob is immutable once made, and counted atomically
final class FontData: @unchecked Sendable {
    let blob: OpaquePointer

    private init(blob: OpaquePointer) {
        self.blob = blob
    }

    deinit { hb_blob_destroy(blob) }

    var byteCount: Int { Int(hb_blob_get_length(blob)) }

    /// The typeface that comes with Postcard, without a copy.
    static func bundled() throws(MemeError) -> FontData {
        try FontData(
            UnsafeRawBufferPointer(start: postcard_frankmark_bytes(), count: postcard_frankmark_count()),
            mode: HB_MEMORY_MODE_READONLY)
    }

    /// A copy of `bytes`.
    convenience init(copying bytes: [UInt8]) throws(MemeError) {
        let blob = bytes.withUnsafeBytes { FontData.blob(of: $0, mode: HB_MEMORY_MODE_DUPLICATE) }
        try self.init(checking: blob)
    }

    /// An installed font's file at `path`, mapped into memory, which processes share.
    convenience init(path: String) throws(MemeError) {
        guard let blob = hb_blob_create_from_file_or_fail(path) else {
            throw MemeError(.invalidFont, "The font file \(path) cannot be read.")
        }
        try self.init(checking: blob)
    }

    private convenience init(_ bytes: UnsafeRawBufferPointer, mode: hb_memory_mode_t) throws(MemeError) {
        try self.init(checking: FontData.blob(of: bytes, mode: mode))
    }

    private convenience init(checking blob: OpaquePointer?) throws(MemeError) {
        guard let blob else { throw MemeError(.outOfMemory, "There is not enough memory for the font.") }
        self.init(blob: blob)
        guard hb_blob_get_length(blob) <= Typeface.maximumByteCount else {
            throw MemeError(.invalidFont, "The font has more than \(Typeface.maximumByteCount >> 20) MB.")
        }
    }

    private static func blob(of bytes: UnsafeRawBufferPointer, mode: hb_memory_mode_t) -> OpaquePointer? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        return hb_blob_create(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, mode, nil, nil)
    }
}
