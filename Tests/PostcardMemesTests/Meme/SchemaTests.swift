import Foundation
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

/// `Documentation/Reference/meme.schema.json` describes exactly what the types decode and encode.
struct SchemaTests {
    private typealias Object = [String: Any]

    private func schema() throws -> Object {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Documentation/Reference/meme.schema.json")
        return try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Object)
    }

    /// A meme with all values set.
    private func fullMeme() throws -> Object {
        var caption = Caption("text", in: UnitBox(x: 0, y: 0, width: 1, height: 1))
        caption.shadow = Caption.Shadow()
        caption.backdrop = Caption.Backdrop(color: .white, tail: UnitPoint(x: 0, y: 0))
        caption.language = "ja"
        caption.isPlain = true
        (caption.appearance, caption.start, caption.stop) = (.words, .seconds(1), .seconds(2))
        caption.bubble = UnitPoint(x: 0, y: 0)
        caption.effects = [.glow]
        caption.avoidance = .detail
        let surround = Surround(keyline: Surround.Keyline())
        var meme = Meme(
            captions: [caption], above: [caption], below: [caption], surround: surround,
            overlays: [Overlay(.named("a.png"), in: .whole)], shapes: [MemeShape(.arrow, in: .whole)],
            usesUniformTextSize: true)
        meme.effect = .deepFried
        return try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(meme)) as? Object)
    }

    /// Follows `$ref`, and selects the object among the alternatives of `anyOf`.
    private func resolved(_ node: Object, in schema: Object) throws -> Object {
        var node = node
        if let choices = node["anyOf"] as? [Object], let object = choices.first(where: { $0["$ref"] != nil }) {
            node = object
        }
        guard let reference = node["$ref"] as? String else { return node }
        let name = String(reference.dropFirst("#/$defs/".count))
        return try #require((schema["$defs"] as? Object)?[name] as? Object, "\(reference)")
    }

    private func expectSame(_ value: Any, _ node: Object, in schema: Object, at path: String) throws {
        let node = try resolved(node, in: schema)
        if let list = value as? [Any] {
            let items = try #require(node["items"] as? Object, "\(path)")
            for item in list { try expectSame(item, items, in: schema, at: path + "[]") }
        } else if let object = value as? Object {
            let properties = try #require(node["properties"] as? [String: Object], "\(path)")
            #expect(Set(object.keys) == Set(properties.keys), "\(path)")
            #expect(node["additionalProperties"] as? Bool == false, "\(path)")
            for (name, value) in object {
                try expectSame(value, #require(properties[name]), in: schema, at: "\(path).\(name)")
            }
        } else if let choices = node["enum"] as? [String] {
            #expect(choices.contains(try #require(value as? String)), "\(path)")
        }
    }

    @Test func `the schema contains every property and no others`() throws {
        let schema = try schema()
        try expectSame(try fullMeme(), schema, in: schema, at: "meme")
    }

    @Test func `choices match the types`() throws {
        let definitions = try #require(try schema()["$defs"] as? [String: Object])
        func choices(_ type: String, _ property: String) throws -> [String]? {
            ((definitions[type]?["properties"] as? Object)?[property] as? Object)?["enum"] as? [String]
        }
        try expectEqual(choices("caption", "letterCase"), LetterCase.allCases.map(\.rawValue))
        try expectEqual(choices("caption", "alignment"), Caption.HorizontalAlignment.allCases.map(\.rawValue))
        try expectEqual(choices("caption", "verticalAlignment"), Caption.VerticalAlignment.allCases.map(\.rawValue))
        try expectEqual(choices("caption", "appear"), Caption.Appearance.allCases.map(\.rawValue))
        try expectEqual(choices("caption", "avoid"), Caption.Avoidance.allCases.map(\.rawValue))
        expectEqual(definitions["effect"]?["enum"] as? [String], Caption.Effect.allCases.map(\.rawValue))
        try expectEqual(choices("overlay", "fit"), Overlay.Fit.allCases.map(\.rawValue))
        try expectEqual(choices("shape", "kind"), MemeShape.Kind.allCases.map(\.rawValue))
        try expectEqual(choices("overlay", "level"), Overlay.Level.allCases.map(\.rawValue))
    }

    /// The types accept values at the limits in the schema, and reject values beyond them.
    @Test(arguments: ["angle", "opacity", "lineSpacing"])
    func `limits match the types`(name: String) throws {
        let definitions = try #require(try schema()["$defs"] as? [String: Object])
        let property = try #require((definitions["caption"]?["properties"] as? Object)?[name] as? Object)
        for (limit, beyond) in [("minimum", -0.5), ("maximum", 0.5)] {
            let value = try #require(property[limit] as? NSNumber).doubleValue
            func caption(_ value: Double) throws -> Caption {
                try JSONDecoder().decode(Caption.self, from: Data("{\"\(name)\":\(value)}".utf8))
            }
            try caption(value).validate()
            #expect(throws: MemeError.self) { try caption(value + beyond).validate() }
        }
    }
}
