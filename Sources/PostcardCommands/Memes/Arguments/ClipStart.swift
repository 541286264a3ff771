import ArgumentParser
import SystemPackage

/// The value of `--from`: a time or a table of memes. Text that looks like a time is read as a time, even if a file with that name exists.
enum ClipStart {
    case time(ClipTime)
    case table(String)

    init(argument: String) throws {
        if let time = ClipTime(argument: argument) {
            self = .time(time)
            return
        }
        let fileExtension = FilePath(argument).extension?.lowercased() ?? ""
        let exists = MemeSource.isExistingPath(argument)
        // The path of a shell's `<(command)` starts with /dev, like /dev/stdin.
        guard CaptionTable.extensions.contains(fileExtension) || exists && argument.hasPrefix("/dev/") else {
            let extensions = CaptionTable.extensions.map { ".\($0)" }.joined(separator: ", ")
            throw ValidationError(
                exists
                    ? "The name of a table of memes must end in \(extensions)."
                    : "Use a time in the video, such as 12.5 or 1:02, or a table of memes whose name ends in \(extensions)."
            )
        }
        self = .table(argument)
    }
}
