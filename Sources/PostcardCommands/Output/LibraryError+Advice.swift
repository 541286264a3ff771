import PostcardLibrary

extension LibraryError {
    /// The message, and the command or option that is the way out.
    var advice: String {
        guard let hint else { return message }
        return "\(message) \(hint)"
    }

    private var hint: String? {
        switch suggestion {
        case nil: nil
        case .list(let kind, let container, let isExact):
            "\(isExact ? "Give the whole of an id or name; see" : "See") all with: \(Self.command(listing: kind, of: container))"
        case .listDeleted: "See what can be restored with: postcard restore"
        case .downloadAlbum(let pin):
            "\(code == .blank ? "Get some" : "Download one") with: postcard album open \(pin)"
        case .replace(let target): Self.replacing(target)
        case .shareWithPositions(let orLeaveOut):
            orLeaveOut ? "Leave it out, or share it with --positions all." : "Share it with --positions all."
        case .tellApart(let sameNames):
            sameNames
                ? "Keep their folders with --base FOLDER, or with {dir} in --name."
                : "Tell them apart with {type} or {dir} in --name, for example \"{name}-{type}.{ext}\"."
        case .changeOverHTTP:
            "Run postcard serve on the machine that has the disk, and change the library over HTTP."
        case .nameLibrary: "Name one with --library."
        }
    }

    private static func command(listing kind: String, of container: String?) -> String {
        switch kind {
        case "photo": "postcard album list"
        case "place", "note": "postcard journal show\(container.map { " \($0)" } ?? "")"
        default: "postcard \(kind) list"
        }
    }

    private static func replacing(_ target: Suggestion.Target) -> String {
        switch target {
        case .file: "Name another file, or replace it with --force."
        case .result: "Name another folder, or replace it with --force."
        case .folder: "Name another folder, or write into it with --force."
        case .export: "Name another folder, or renew it with --force."
        case .template: "Replace it with --force, or use another name."
        }
    }
}
