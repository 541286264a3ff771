import PlatformFoundation
import PostcardCore
import PostcardCrypto
import PostcardFonts
import PostcardWeb
import Synchronization

/// The files of the web app. They are embedded in the program or, during development, read from a folder.
struct AppFiles: Sendable {
    /// A file of the app and its media type.
    final class File: Sendable {
        let type: String
        let bytes: [UInt8]
        /// The compressed bytes, created on the first request. The outer optional is `nil` before that request, and the inner one is `nil`
        /// if gzip is not smaller.
        private let compressed = Mutex<[UInt8]??>(nil)

        init(type: String, bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
        }

        /// The compressed bytes; `nil` if gzip is not smaller.
        var gzip: [UInt8]? {
            compressed.withLock { compressed in
                if let known = compressed { return known }
                // Images are already compressed.
                let made = ["image/png", "image/jpeg"].contains(type) ? nil : bytes.gzipped(level: 9)
                let gzip = made.flatMap { $0.count < bytes.count ? $0 : nil }
                compressed = .some(gzip)
                return gzip
            }
        }
    }

    /// The version of the app: 12 hexadecimal digits of a hash of all files, or `dev` if they are read from a folder.
    let version: String
    /// The names of all files except the shell and the service worker, sorted.
    private let listed: [String]
    private let embedded: [NameKey: File]
    private let folder: String?

    /// The page that every URL of the app shows.
    static let shell = "index.html"
    /// The script of the service worker.
    static let worker = "sw.js"
    private static let font = "fonts/frankmark.ttf"
    /// The text in the shell that is replaced with the version.
    private static let placeholder = "{version}"

    /// The files that are embedded in the program.
    static let program = AppFiles()

    private init() {
        var files = Self.embeddedFiles()
        var hash = SHA256()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name)\0\(file.bytes.count)\0".utf8))
            hash.update(data: file.bytes)
        }
        let version = Hexadecimal.encode(hash.finalize().prefix(6))
        let names = files.keys.sortedNames().filter { $0 != Self.shell && $0 != Self.worker }
        for name in [Self.shell, Self.worker] {
            guard let file = files[name] else { continue }
            files[name] = File(
                type: file.type, bytes: Self.completed(file.bytes, name, version: version, names: names))
        }
        embedded = files
        listed = names
        folder = nil
        self.version = version
    }

    /// Opens the files in a folder. The files are read again for each request.
    ///
    /// - Throws: `StartupError` if the folder contains no shell.
    init(folder: String) throws(StartupError) {
        guard FileManager.default.isReadableFile(atPath: "\(folder)/\(Self.shell)") else {
            throw StartupError(
                .badFolder, "The app folder \(folder) does not contain \(Self.shell). Choose another with --app-folder."
            )
        }
        self.folder = folder
        (version, listed) = ("dev", [])
        embedded = Self.embeddedFiles().filter { $0.key == NameKey(Self.font) }
    }

    /// The names of the embedded files, sorted.
    var names: [String] { embedded.keys.sortedNames() }

    /// True if files can change while the service runs.
    var isChanging: Bool { folder != nil }

    /// Returns the file at a decoded path; `nil` if there is none.
    subscript(name: String) -> File? {
        guard let folder, name != Self.font else { return embedded[name] }
        guard PictureName.isPath(name), let type = Self.type(of: name),
            let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
        else { return nil }
        let bytes = Self.completed(Array(data), name, version: version, names: listed)
        return File(type: type, bytes: bytes)
    }

    /// Returns the bytes of a file, with the version filled in for the shell and the service worker.
    private static func completed(_ bytes: [UInt8], _ name: String, version: String, names: [String]) -> [UInt8] {
        switch name {
        case shell:
            return Array(String(decoding: bytes, as: UTF8.self).replacing(placeholder, with: version).utf8)
        case worker:
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            return Array("const VERSION = \"\(version)\";\nconst FILES = [\(list)];\n".utf8) + bytes
        default: return bytes
        }
    }

    private static func embeddedFiles() -> [NameKey: File] {
        var files: [NameKey: File] = [:]
        for file in UnsafeBufferPointer(start: postcard_web_files(), count: postcard_web_files_count()) {
            let (type, bytes) = (String(cString: file.type), UnsafeBufferPointer(start: file.bytes, count: file.count))
            let isStyle = type.hasPrefix("text/css")
            let isCode = isStyle || type.hasPrefix("text/javascript")
            files[String(cString: file.name)] = File(
                type: type, bytes: isCode ? CompactCode(bytes, isStyle: isStyle).bytes : Array(bytes))
        }
        let fontBytes = UnsafeBufferPointer(start: postcard_frankmark_bytes(), count: postcard_frankmark_count())
        files[font] = File(type: "font/ttf", bytes: Array(fontBytes))
        return files
    }

    /// Returns the media type for a file's extension, as for embedded files; `nil` for unknown extensions.
    private static func type(of name: String) -> String? {
        let types = [
            "bin": "application/octet-stream", "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
            "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json", "png": "image/png",
            "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
        ]
        return name.lastIndex(of: ".").flatMap { types[String(name[name.index(after: $0)...])] }
    }
}
