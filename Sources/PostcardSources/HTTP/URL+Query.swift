#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URL {
    /// Scheme, host, port and path: what may be shown. Keys and passwords travel in the other parts.
    var withoutSecrets: String {
        "\(scheme ?? "")://\(host() ?? "")\(port.map { ":\($0)" } ?? "")\(path())"
    }

    /// The address with this query in place of its own.
    ///
    /// Everything but RFC 3986's unreserved characters is escaped: Foundation leaves `+` alone, which servers take for a
    /// space.
    func replacingQuery(_ arguments: [(name: String, value: String)]) -> URL? {
        func escape(_ text: String) -> String {
            text.utf8.reduce(into: "") { escaped, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    escaped.unicodeScalars.append(Unicode.Scalar(byte))
                default:
                    escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                }
            }
        }
        let query = arguments.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
        let bare = absoluteString.prefix { $0 != "?" && $0 != "#" }
        return URL(string: "\(bare)?\(query)")
    }
}
