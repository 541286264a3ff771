import CText
import PostcardCore
import Synchronization

/// The fonts in use and a cache of drawn glyphs, shared by all threads.
///
/// The bundled typeface is part of the program. Installed fonts are looked up only if a caption specifies an installed font or contains
/// characters missing from its own font. The most recently used fonts stay open: at most 64 fonts with a total of 512 MB, mapped into
/// memory. Drawn glyphs are cached up to a limit in bytes.
public final class FontLibrary: Sendable {
    /// The default library.
    public static let shared = FontLibrary()

    /// The maximum number of cached fallbacks. When the cache is full, it is cleared.
    private static let maximumFallbacks = 20_000

    /// The maximum total size of open fonts, in bytes. This limit exceeds the maximum size of a single font.
    static let openByteLimit = 4 * Typeface.maximumByteCount

    private struct Request: Hashable {
        var scalars: [UInt32]
        var isEmoji: Bool
        var language: NameKey?
    }

    private struct State {
        var bundled: Typeface?
        var isSystemOpen = false
        var system: SystemFonts?
        let opened = LRUCache<FontFile, Typeface>(byteLimit: openByteLimit)
        var fallbacks: [Request: FontFile?] = [:]

        /// Opens fontconfig on first use, because starting fontconfig takes milliseconds and most captions don't need it.
        mutating func openSystem() -> SystemFonts? {
            if !isSystemOpen {
                system = SystemFonts()
                // fontconfig skips files that it can't open. If no file descriptors are free, fontconfig may skip all files.
                isSystemOpen = !postcard_text_is_short_of_descriptors()
            }
            return system
        }

        mutating func open(_ file: FontFile) throws(MemeError) -> Typeface {
            if let known = opened.value(for: file) { return known }
            let made = try Typeface(file)
            opened.insert(made, for: file)
            return made
        }
    }

    let glyphs: GlyphCache
    private let state: Mutex<State>
    private let usesSystemFonts: Bool

    /// Makes a library.
    ///
    /// - Parameters:
    ///   - usesSystemFonts: true to use installed fonts. If false, a caption has the same pixels on every machine.
    ///   - glyphCacheByteCount: the maximum size of the cache of drawn glyphs, in bytes.
    public init(usesSystemFonts: Bool = true, glyphCacheByteCount: Int = 64 << 20) {
        self.usesSystemFonts = usesSystemFonts
        glyphs = GlyphCache(byteLimit: max(0, glyphCacheByteCount))
        state = Mutex(State())
    }

    /// The font families that captions can use, sorted by name; empty if the library does not use installed fonts.
    package func installedFonts() -> [InstalledFont] {
        state.withLock { state in usesSystemFonts ? state.openSystem()?.families ?? [] : [] }
    }

    /// The built-in typeface.
    func bundledTypeface() throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            if let typeface = state.bundled { return typeface }
            let made = try Typeface.bundled()
            state.bundled = made
            return made
        }
    }

    /// Returns the installed font with the given name.
    func typeface(named name: String) throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            guard usesSystemFonts, let file = state.openSystem()?.font(named: name) else {
                throw MemeError(
                    .fontNotFound,
                    "The font “\(name)” is not installed. List fonts with fc-list, or use the built-in Frankmark."
                )
            }
            return try state.open(file)
        }
    }

    /// Returns the bold or slanted variant of an installed font, and which of the two styles the variant has; `nil` if there is no variant.
    func styled(
        _ typeface: Typeface, isBold: Bool, isSlanted: Bool
    ) throws(MemeError) -> (typeface: Typeface, isBold: Bool, isSlanted: Bool)? {
        guard usesSystemFonts, let file = typeface.file else { return nil }
        return try state.withLock { (state) throws(MemeError) in
            guard let found = state.openSystem()?.styled(file, isBold: isBold, isSlanted: isSlanted),
                let typeface = try? state.open(found.file)
            else { return nil }
            return (typeface, found.isBold, found.isSlanted)
        }
    }

    /// Returns an installed font for a character missing from the caption's font; `nil` if there is none.
    func fallback(for cluster: [UInt32], isEmoji: Bool, language: String?) throws(MemeError) -> Typeface? {
        let request = Request(
            scalars: cluster.filter { !TextCluster.isIgnorable($0) }, isEmoji: isEmoji,
            language: language.map { NameKey($0) })
        if request.scalars.isEmpty { return nil }
        return try state.withLock { (state) throws(MemeError) in
            if let known = state.fallbacks[request] { return known.flatMap { try? state.open($0) } }
            let found = search(request, &state)
            // If no file descriptors are free, don't cache the font as missing: it may open later.
            guard found != nil || !postcard_text_is_short_of_descriptors() else { return nil }
            if state.fallbacks.count >= Self.maximumFallbacks { state.fallbacks.removeAll() }
            state.fallbacks[request] = .some(found?.file)
            return found?.typeface
        }
    }

    /// Returns a font that contains the whole character or a canonical equivalent.
    private func search(_ request: Request, _ state: inout State) -> (file: FontFile, typeface: Typeface)? {
        guard usesSystemFonts, let system = state.openSystem() else { return nil }
        let same = request.scalars.map { scalar in
            CanonicalMapping.parts(of: scalar).flatMap { $0.second == 0 ? $0.first : nil } ?? scalar
        }
        let wanted = same == request.scalars ? [request.scalars] : [request.scalars, same]
        for isColor in request.isEmoji ? [true, false] : [false, true] {
            for scalars in wanted {
                // Skips unreadable fonts.
                if let file = system.font(with: scalars, isColor: isColor, language: request.language?.string),
                    let typeface = try? state.open(file)
                {
                    return (file, typeface)
                }
            }
        }
        return nil
    }
}

extension LRUCache<FontFile, Typeface> {
    /// Keeps a font open. Each font counts as at least 8 MB, so the number of open fonts is limited too.
    func insert(_ typeface: Typeface, for file: FontFile) {
        insert(typeface, bytes: max(typeface.byteCount, 8 << 20), for: file)
    }
}
