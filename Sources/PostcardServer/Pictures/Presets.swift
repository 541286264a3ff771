internal import HTTPTypes
internal import PostcardCore

/// Ways to show pictures that the operator has named: who asks for one needs no signature.
struct Presets: Sendable {
    private let requests: [String: ThumborRequest]

    /// In alphabetical order.
    var names: [String] { requests.keys.sorted() }

    /// - Parameter definitions: `NAME=OPTIONS`, the options as in a thumbor URL before the picture.
    /// - Throws: ``StartupError`` that names the one that cannot be understood.
    init(_ definitions: [String]) throws(StartupError) {
        var requests: [String: ThumborRequest] = [:]
        for definition in definitions {
            let name = String(definition.prefix { $0 != "=" })
            let options = definition.dropFirst(name.count + 1)
            guard Self.isName(name), definition.contains("="), requests[name] == nil else {
                throw StartupError(
                    .badSetting,
                    "\"\(definition)\" is no preset. Write NAME=OPTIONS, as in card=300x200/smart; each name once.")
            }
            requests[name] = try Self.request(name, options: options)
        }
        self.requests = requests
    }

    /// - Throws: `HTTPError` with status 404 when there is no such preset.
    func request(named name: Substring, image: Substring) throws(HTTPError) -> ThumborRequest {
        guard var request = requests[String(name)] else {
            throw HTTPError(.notFound, "There is no preset \"\(name.prefix(80))\".")
        }
        guard !image.isEmpty, let picture = PercentEncoding.decode(image) else {
            throw .badRequest("The address names no picture.")
        }
        // Put in its place and not parsed: a picture's name cannot add to the options.
        request.image = picture
        request.extractFocal()
        return request
    }

    private static func request(_ name: String, options: Substring) throws(StartupError) -> ThumborRequest {
        let options = options.hasSuffix("/") ? options.dropLast() : options
        do throws(HTTPError) {
            let request = try ThumborRequest(parsing: options + "/picture")
            guard request.image == "picture" else {
                throw .badRequest("It is not clear what \"\(request.image.prefix(80))\" is to do.")
            }
            return request
        } catch {
            throw StartupError(.badSetting, "The preset \(name) is wrong: \(error.detail)")
        }
    }

    private static func isName(_ text: String) -> Bool {
        1...60 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}
