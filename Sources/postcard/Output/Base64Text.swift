import Foundation

/// Bytes as terminals take them.
enum Base64Text {
    static func of(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
