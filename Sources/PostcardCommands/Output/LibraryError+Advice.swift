import PostcardLibrary

extension LibraryError {
    /// The message, followed by a command or option that can help.
    var advice: String { hint.map { "\(message) \($0)" } ?? message }

    private var hint: String? {
        switch suggestion {
        case nil: nil
        case .list(let kind, let container, let isExact):
            "\(isExact && code != .ambiguous ? "Give the full id or name; list" : "List") all with: \(Self.command(listing: kind, of: container))"
        case .listDeleted: "See what can be restored with: postcard restore"
        case .downloadAlbum(let pin):
            "\(code == .blank ? "Get some" : "Download one") with: postcard album open \(pin)"
        case .renewExport: "Choose another folder, or update it with --force."
        case .replaceTemplate: "Replace it with --force, or choose another name."
        case .shareWithPositions(let orLeaveOut):
            orLeaveOut ? "Omit the file, or share it with --positions all." : "Share it with --positions all."
        case .nameLibrary: "Choose one with --library."
        }
    }

    private static func command(listing kind: String, of container: String?) -> String {
        switch kind {
        case "photo": "postcard album list"
        case "place": "postcard journal show\(container.map { " \($0)" } ?? "")"
        default: "postcard \(kind) list"
        }
    }
}
