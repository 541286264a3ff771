import NIOCore
package import PostcardDisk
package import SystemPackage

/// The token file of `postcard app`, with one token per line: one for the owner, and one for each device that signed in with a QR code.
///
/// Only the user who owns the file can read it. Removing a device's line signs the device out.
package struct DeviceTokens: Sendable {
    /// The name of the owner's token.
    package static let owner = "owner"

    private let lines: PrivateLines
    /// The path of the file, in the format of ``APITokens``.
    package var file: FilePath { lines.file }
    /// The IP address of this machine on the local network, or the HTTPS origin of a proxy, for other devices; `nil` if only this machine
    /// can reach the service.
    package let host: String?

    /// Opens the token file in a library's folder, and adds a token for the owner if there is none.
    package init(in library: FilePath, host: String?) throws(FileError) {
        (lines, self.host) = (PrivateLines(library.appending("app.tokens")), host)
        try lines.makePrivate()
        try lines.change { lines in
            if !lines.contains(where: { $0.hasPrefix("\(Self.owner):") }) { lines.append(Self.newOwner()) }
        }
    }

    /// The IPv4 address of this machine on its network, preferably from a private range; `nil` if the machine has none.
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

    /// Returns a line with a new token for the owner.
    package static func newOwner() -> String { line(owner, .write) }

    /// Returns the signed-in devices.
    func all() throws(FileError) -> [Device] {
        try lines.all().compactMap(Device.init(line:))
    }

    /// Records that a device opened the app.
    ///
    /// - Parameters:
    ///   - userAgent: the `User-Agent` header of the device's browser. A device without a label is named after this header.
    ///   - day: the day in UTC, such as `2026-11-28`.
    func recordVisit(of name: String, userAgent: String, on day: String) throws(FileError) {
        guard name != Self.owner else { return }
        try change(name) { device in
            (device.label.isEmpty ? Device.label(userAgent: userAgent) : device.label, day)
        }
    }

    /// Renames a device.
    ///
    /// - Parameter label: a label in one line.
    /// - Returns: false if the device is unknown.
    func rename(_ name: String, to label: String) throws(FileError) -> Bool {
        try change(name) { (label, $0.lastDay) }
    }

    /// Replaces the comment in a device's line.
    @discardableResult
    private func change(_ name: String, _ body: (Device) -> (label: String, lastDay: String)) throws(FileError) -> Bool
    {
        try lines.change { lines in
            for (index, line) in lines.enumerated() {
                guard let device = Device(line: line), device.name == name else { continue }
                let (label, lastDay) = body(device)
                lines[index] = Device.line(line, label: label, lastDay: lastDay)
                return true
            }
            return false
        }
    }

    /// Returns a URL that can be used once to sign in a device. The device gets its token when the URL is used.
    func makeAddress(
        _ scope: TokenScope, port: Int, tickets: SignInTickets, _ environment: ServerEnvironment
    ) -> String {
        let name = "phone-\(String(UInt32.random(in: 0x10_0000..<0x100_0000), radix: 16))"
        let ticket = tickets.make(for: name, random: environment.randomBytes, at: environment.now()) {
            try add(name, scope)
        }
        let host = host ?? "localhost"
        return "\(host.hasPrefix("https://") ? host : "http://\(host):\(port)")/app/#t=\(ticket)"
    }

    /// Adds a token for a device.
    func add(_ name: String, _ scope: TokenScope) throws(FileError) {
        try lines.change { $0.append(Self.line(name, scope)) }
    }

    /// Removes a device's token.
    ///
    /// - Returns: false if there is no device with that name.
    func remove(_ name: String) throws(FileError) -> Bool {
        guard name != Self.owner else { return false }
        return try lines.change { lines in
            let count = lines.count
            lines.removeAll { $0.hasPrefix("\(name):") }
            return lines.count < count
        }
    }

    /// Returns a line with a new token of 256 bits.
    private static func line(_ name: String, _ scope: TokenScope) -> String {
        let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max) | 1 << 63, radix: 16) }.joined()
        return "\(name):\(token)\(scope == .read ? ":read" : "")"
    }
}
