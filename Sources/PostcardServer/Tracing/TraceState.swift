/// The list `tracestate` of W3C Trace Context, which is passed on as it came.
enum TraceState {
    private static let memberLimit = 32
    /// Bytes of a list that everybody passes on, and of a member that goes first where there are more.
    private static let byteLimit = 512
    private static let longMember = 128

    /// A list with the members that are passed on.
    ///
    /// - Parameter text: as it came.
    /// - Returns: `nil` for what is no such list, or has too many members.
    static func accepted(_ text: String) -> String? {
        // Longer than 32 members can be.
        guard text.utf8.count <= memberLimit * 520 else { return nil }
        var members = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true)
            .map(trimmed).filter { !$0.isEmpty }
        guard members.count <= memberLimit, members.allSatisfy(isMember) else { return nil }
        var size = members.reduce(members.count - 1) { $0 + $1.count }
        while size > byteLimit {
            let index = members.lastIndex { $0.count > longMember } ?? members.endIndex - 1
            size -= members.remove(at: index).count + 1
        }
        return members.map { String(Substring($0)) }.joined(separator: ",")
    }

    private typealias Text = Substring.UTF8View

    private static func trimmed(_ text: Text) -> Text {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let start = text.firstIndex(where: { !isSpace($0) }), let end = text.lastIndex(where: { !isSpace($0) })
        else { return text.prefix(0) }
        return text[start...end]
    }

    private static func isMember(_ member: Text) -> Bool {
        guard let sign = member.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let value = member[sign...].dropFirst()
        return isKey(member[..<sign]) && (1...256).contains(value.count)
            && value.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    /// As level 2 has it, which takes all keys of level 1.
    private static func isKey(_ key: Text) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return (1...256).contains(key.count) && key.first.map(isPlain) == true
            && key.allSatisfy { isPlain($0) || "_-*/@".utf8.contains($0) }
    }
}
