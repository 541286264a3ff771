extension Meme {
    private static var captionLists: [WritableKeyPath<Meme, [Caption]>] { [\.above, \.captions, \.below] }

    /// Names of the font files whose bytes are still to be put in their places, each once.
    public var fontNames: [String] {
        var known: Set<String> = []
        return (above + captions + below).compactMap { caption in
            guard case .file(let name, nil) = caption.font.value, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Reads fonts of files.
    ///
    /// - Parameter files: the font file for each name, TrueType or OpenType; names without one stay.
    /// - Throws: `MemeError` with code `invalidFont` that names the file.
    public mutating func fillFonts(_ files: [String: [UInt8]]) throws(MemeError) {
        var typefaces: [String: Typeface] = [:]
        for name in fontNames {
            guard let bytes = files[name] else { continue }
            do throws(MemeError) {
                typefaces[name] = try Typeface(bytes: bytes)
            } catch {
                throw MemeError(error.code, "\(name): \(error.message)")
            }
        }
        for list in Self.captionLists {
            for index in self[keyPath: list].indices {
                guard case .file(let name, nil) = self[keyPath: list][index].font.value else { continue }
                self[keyPath: list][index].font.value = .file(name: name, typefaces[name])
            }
        }
    }
}
