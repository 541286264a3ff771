import HTTPTypes
import PostcardCore

/// The presets in the settings: named options for pictures. Preset URLs need no signature.
///
/// A preset is written as options in thumbor's or imgproxy's scheme, with the name prefixes of the pictures that the preset applies to.
struct Presets: Sendable {
    private let requests: [NameKey: ThumborRequest]
    /// The settings of imgproxy's scheme, with its presets.
    let imgproxy: ImgproxySettings
    /// The scopes of presets by name; a preset without a scope applies to all pictures.
    private let scopes: [NameKey: PictureScope]

    /// The names of all presets, sorted.
    var names: [String] { (Array(requests.keys) + imgproxy.presets.keys).sortedNames() }

    /// - Parameters:
    ///   - definitions: presets, each as `NAME=OPTIONS`, or `NAME=OPTIONS PREFIX PREFIX`.
    ///   - watermark: the name of the watermark picture; `nil` if there is none.
    ///   - given: the names of pictures that the settings add to requests.
    /// - Throws: ``StartupError`` that contains the invalid definition.
    init(
        _ definitions: [String], watermark: String?, given: [String]
    ) throws(StartupError) {
        var requests: [NameKey: ThumborRequest] = [:]
        var imgproxy = ImgproxySettings(watermark: watermark)
        var sources: [NameKey: [PicturePrefix]] = [:]
        for definition in definitions {
            let name = String(definition.prefix { $0 != "=" })
            var words = definition.dropFirst(name.count + 1).split(separator: " ")[...]
            guard let text = words.popFirst(), Self.isName(name), requests[name] == nil, imgproxy.presets[name] == nil
            else {
                throw .badSetting(
                    "\"\(definition)\" is not a preset. Write NAME=OPTIONS, such as card=300x200/smart, and use each name only once."
                )
            }
            for word in words {
                guard let prefix = PicturePrefix(String(word)) else {
                    throw .badSetting(
                        "\"\(word)\" is not a prefix of picture names for the \(name) preset. After the options, write a prefix such as "
                            + "paris/ or https://example.org/.")
                }
                sources[name, default: []].append(prefix)
            }
            let options = text.hasSuffix("/") ? text.dropLast() : text
            do throws(StartupError) {
                requests[name] = try Self.request(name, options: options)
            } catch {
                let parts = options.split(separator: "/", omittingEmptySubsequences: false)
                let list = parts.compactMap { ImgproxyOption($0) }
                guard list.count == parts.count, list.allSatisfy(\.isKnown) else { throw error }
                imgproxy.presets[name] = list
            }
        }
        self.requests = requests
        self.imgproxy = imgproxy
        for name in imgproxy.presets.keys.sortedNames() { try Self.check(name, imgproxy) }
        scopes = [NameKey: PictureScope](
            uniqueKeysWithValues: sources.map { name, prefixes in
                // The operator chose the overlays in the preset's options, so they are always permitted.
                let own = requests[name]?.pipeline.sources.dropFirst() ?? []
                return (
                    name,
                    PictureScope(
                        refusal: "The \(name) preset does not allow", prefixes: prefixes,
                        givenNames: given + own)
                )
            })
    }

    private static func check(_ name: String, _ settings: ImgproxySettings) throws(StartupError) {
        var options = ImgproxyOptions()
        do throws(HTTPError) {
            try options.apply(preset: name, settings)
        } catch {
            throw .badSetting("The \(name) preset is invalid: \(error.detail)")
        }
    }

    /// Returns the pipeline that presets define for a picture, and the scopes of these presets.
    ///
    /// - Parameters:
    ///   - name: the name of a preset, or several names in imgproxy's scheme, separated by colons.
    ///   - image: the percent-encoded name of the picture. The name is not parsed with the options, so it can't add options.
    ///   - hints: the options from client hints.
    /// - Throws: `HTTPError` with status 404 for an unknown preset.
    func pipeline(
        named name: Substring, image: Substring, hints: [ImgproxyOption] = []
    ) throws(HTTPError) -> (PicturePipeline, [PictureScope]) {
        let unknown = HTTPError(.notFound, "Preset not found: \"\(name.prefix(80))\".")
        let names = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ requests[$0] != nil || imgproxy.presets[$0] != nil }) else { throw unknown }
        guard !image.isEmpty, let picture = PercentEncoding.decode(image) else {
            throw .badRequest("The URL contains no picture name.")
        }
        if names.count == 1, var request = requests[names[0]] {
            request.image = picture
            request.extractFocal()
            return (request.pipeline, scopes(of: names))
        }
        var options = ImgproxyOptions()
        for hint in hints { try options.apply(hint, imgproxy) }
        for name in names {
            guard imgproxy.presets[name] != nil else { throw unknown }
            try options.apply(preset: name, imgproxy)
        }
        return (options.pipeline(of: picture), scopes(of: options.presets))
    }

    /// Returns the scopes of the presets with these names.
    func scopes(of names: [String]) -> [PictureScope] { names.compactMap { scopes[$0] } }

    private static func request(_ name: String, options: Substring) throws(StartupError) -> ThumborRequest {
        do throws(HTTPError) {
            let request = try ThumborRequest(parsing: options + "/picture")
            guard request.image == "picture" else {
                throw .badRequest("\"\(request.image.prefix(80))\" is not an option.")
            }
            return request
        } catch {
            throw .badSetting("The \(name) preset is invalid: \(error.detail)")
        }
    }

    private static func isName(_ text: String) -> Bool {
        1...60 ~= text.utf8.count
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-_") }
    }
}
