import PlatformFoundation
import PostcardCore

extension ServerConfiguration {
    /// Tells of variables and of lines of the settings file that are no setting, and change nothing therefore: mostly misspelled ones.
    ///
    /// - Parameters:
    ///   - environment: all variables, of which those count that begin with `POSTCARD_SERVE_`.
    ///   - file: path of a JSON object, or nil. What cannot be read has nothing unknown.
    /// - Returns: a sentence for each, without its value.
    public static func unknownSettings(environment: [String: String], file: String?) -> [String] {
        let variables = Setting.all.map(\.variable)
        let unknown = environment.keys.filter { $0.hasPrefix(Setting.variableStart) && !variables.contains($0) }
        let members =
            file.flatMap { FileManager.default.contents(atPath: $0) }
            .flatMap { data in try? data.withUnsafeBytes { try JSONValue(parsing: $0) } }?.members ?? []
        let names = members.map(\.name).filter { Setting.named($0) == nil && !$0.hasPrefix(Setting.commentStart) }
        return unknown.sorted().map { name in
            // What all begin with would make names near that have nothing else in common.
            let start = Setting.variableStart.count
            let meant = Spelling.nearest(
                to: String(name.dropFirst(start)), of: variables.map { String($0.dropFirst(start)) })
            return sentence("The variable \(name)", meant.map { Setting.variableStart + $0 })
        }
            + names.map { name in
                sentence(
                    "\"\(name)\" in \(file ?? "")", Spelling.nearest(to: name, of: Setting.all.map(\.name)))
            }
    }

    private static func sentence(_ subject: String, _ meant: String?) -> String {
        "\(subject) is no setting." + (meant.map { " Did you mean \($0)?" } ?? " --print-config shows all.")
    }
}
