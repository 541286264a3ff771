import NIOCore
import PlatformLibc
package import PostcardDisk
package import SystemPackage

/// The tokens of `postcard app`, one a line of a file that no other user can read: that of the person at this machine, and one for each
/// device that was signed in by a code. A device whose line is gone is signed out.
package struct DeviceTokens: Sendable {
    /// The name of the person at this machine.
    package static let owner = "owner"

    /// The file, as ``APITokens`` reads it.
    package let file: FilePath
    /// The address of this machine for devices of its network; `nil` where the service is for this machine alone.
    package let host: String?

    /// Opens the file of a library's folder, and makes it with a token for the owner where there is none.
    package init(in library: FilePath, host: String?) throws(LibraryError) {
        (file, self.host) = (library.appending("app.tokens"), host)
        try change { lines in
            if !lines.contains(where: { $0.hasPrefix("\(Self.owner):") }) { lines.append(Self.newOwner()) }
        }
    }

    /// The address of this machine in its network, those of home networks first; `nil` where it is in none.
    package static var networkAddress: String? {
        let addresses = ((try? System.enumerateDevices()) ?? []).compactMap { $0.address?.ipAddress }
        let usual = ["192.168.", "10.", "172."]
        return addresses.filter { IPAddress(parsing: $0).map { $0.bytes.count == 4 && !$0.isLoopback } ?? false }
            .filter { !$0.hasPrefix("169.254.") }
            .min { first, second in
                func rank(_ text: String) -> Int { usual.firstIndex { text.hasPrefix($0) } ?? usual.count }
                return rank(first) < rank(second)
            }
    }

    /// A line with a new token for the owner.
    package static func newOwner() -> String { line(owner, .write) }

    /// The devices that are signed in.
    func all() throws(LibraryError) -> [APIToken] {
        try lines().compactMap { line in
            line.hasPrefix("\(Self.owner):") ? nil : try? APIToken(line, from: "")
        }
    }

    /// An address that signs another device in once: only then has it a token.
    func makeAddress(
        _ scope: TokenScope, port: Int, tickets: SignInTickets, _ environment: ServerEnvironment
    ) -> String {
        let name = "phone-\(String(UInt32.random(in: 0x10_0000..<0x100_0000), radix: 16))"
        let ticket = tickets.make(for: name, random: environment.randomBytes, at: environment.now()) {
            try? add(name, scope)
        }
        return "http://\(host ?? "localhost"):\(port)/app/#t=\(ticket)"
    }

    /// Signs a device in.
    func add(_ name: String, _ scope: TokenScope) throws(LibraryError) {
        try change { $0.append(Self.line(name, scope)) }
    }

    /// Signs a device out.
    ///
    /// - Returns: `false` if there is none of that name.
    func remove(_ name: String) throws(LibraryError) -> Bool {
        guard name != Self.owner else { return false }
        return try change { lines in
            let count = lines.count
            lines.removeAll { $0.hasPrefix("\(name):") }
            return lines.count < count
        }
    }

    /// A line with a new token of 256 bits.
    private static func line(_ name: String, _ scope: TokenScope) -> String {
        let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16) }.joined()
        return "\(name):\(token)\(scope == .read ? ":read" : "")"
    }

    private func lines() throws(LibraryError) -> [String] {
        guard let file = try OpenFile(file, .reading, unless: .noSuchFileOrDirectory) else { return [] }
        let text = try file.read(Int(file.status().size), at: 0)
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces the file as a whole, alone among all processes.
    @discardableResult
    private func change<Result>(
        _ body: (inout [String]) -> Result
    ) throws(LibraryError) -> Result {
        let lock = try FileLock(file)
        defer { withExtendedLifetime(lock) {} }
        let before = try lines()
        var lines = before
        let result = body(&lines)
        guard lines != before else { return result }
        let path = FilePath("\(file).new")
        try FileSystem.remove(path)
        let new = try TemporaryFile(creating: path)
        guard path.withPlatformString({ chmod($0, 0o600) }) == 0 else {
            throw LibraryError(FileSystem.lastErrno, while: "set the permissions of", path)
        }
        try new.file.write(Array((lines.joined(separator: "\n") + "\n").utf8), at: 0)
        try new.move(to: file)
        return result
    }
}
