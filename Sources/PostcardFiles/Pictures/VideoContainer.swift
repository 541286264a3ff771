package import PostcardCore
import PostcardDisk
import PostcardImaging
package import SystemPackage

/// Detects the container format of a video file from its first bytes.
package enum VideoContainer {
    /// Returns the file extension for the first bytes of a video; `nil` for an unknown format.
    package static func fileExtension(sniffing head: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if has("ftyp", at: 4) { return has("qt  ", at: 8) ? "mov" : has("3g", at: 8) ? "3gp" : "mp4" }
        if ["moov", "mdat", "wide", "free"].contains(where: { has($0, at: 4) }) { return "mov" }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            let header = head.prefix(64)
            return header.indices.contains { header[$0...].starts(with: "webm".utf8) } ? "webm" : "mkv"
        }
        if has("RIFF", at: 0), has("AVI ", at: 8) { return "avi" }
        if has("OggS", at: 0) { return "ogv" }
        if has("FLV", at: 0) { return "flv" }
        if head.starts(with: [0, 0, 1, 0xBA]) || head.starts(with: [0, 0, 1, 0xB3]) { return "mpg" }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "wmv" }
        // An MPEG transport stream consists of 188-byte packets with the same first byte.
        if head.count > 188, head[0] == 0x47, head[188] == 0x47 { return "ts" }
        return nil
    }

    /// The file extensions of videos. `ts` is not included, because TypeScript programs also use it.
    package static let fileExtensions = Set<NameKey>(names: [
        "3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "webm", "wmv",
    ])

    /// The number of initial bytes that detection needs.
    package static let headLength = 256

    /// Returns true if a file's name has the file extension of a video.
    static func isNamedVideo(_ path: FilePath) -> Bool {
        path.extension.map { fileExtensions.contains($0.lowercased()) } ?? false
    }

    /// Returns true if a file's first bytes identify it as a video. A file with the name of a picture is not read.
    package static func isVideo(_ path: FilePath) -> Bool {
        guard path.extension.flatMap(ImageFormat.init(fileExtension:)) == nil,
            let head = try? PictureFile.head(of: path, count: headLength)
        else { return false }
        return isVideo(head: head)
    }

    /// Returns true if a file that starts with these bytes is a video.
    package static func isVideo(head: [UInt8]) -> Bool {
        ImageFormat(sniffing: head.span.bytes) == nil && fileExtension(sniffing: head) != nil
    }
}
