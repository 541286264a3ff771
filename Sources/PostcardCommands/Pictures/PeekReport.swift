import PostcardLibrary

/// A larger view of a record, with the commands that delete and play the record.
struct PeekReport: Encodable {
    let peek: Peek

    /// The command that deletes the record.
    private var deleteCommand: String { "postcard remove \(peek.id)" }
    /// The command that plays a video; `nil` for a picture.
    private var playCommand: String? { peek.kind == .video ? "postcard entry play \(peek.id)" : nil }

    private enum CodingKeys: String, CodingKey {
        case id, kind, number, path, original, title, credit, problem, deleteCommand, playCommand
    }

    /// Encodes the view, with paths as strings.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(peek.id, forKey: .id)
        try container.encode(peek.kind, forKey: .kind)
        try container.encode(peek.number, forKey: .number)
        try container.encode("\(peek.path)", forKey: .path)
        try container.encode("\(peek.original)", forKey: .original)
        try container.encode(peek.title, forKey: .title)
        try container.encodeIfPresent(peek.credit, forKey: .credit)
        try container.encodeIfPresent(peek.problem, forKey: .problem)
        try container.encode(deleteCommand, forKey: .deleteCommand)
        try container.encodeIfPresent(playCommand, forKey: .playCommand)
    }

    func printLines() {
        Console.print("\(peek.id)  \(peek.path)")
        if !peek.title.isEmpty { Console.print("  \(peek.title)") }
        if let credit = peek.credit { Console.print("  Credit: \(credit)") }
        if let problem = peek.problem { Console.error("  \(problem)") }
        if let playCommand { Console.print("  Play:   \(playCommand)") }
        Console.print("  Remove: \(deleteCommand)")
    }
}
