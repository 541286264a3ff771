import CText
import PostcardCore
import Synchronization

/// The fonts in use and the glyphs drawn with them, shared by all threads.
///
/// Postcard's own typeface is part of the program; the machine's fonts are looked up only when a caption names one or has
/// characters that its font lacks. Of the opened fonts those used last stay open, 64 with 512 MB at most, which are mapped into
/// memory; drawn glyphs are kept up to a number of bytes.
public final class FontLibrary: Sendable {
    /// The library that is used by default.
    public static let shared = FontLibrary()

    /// The maximum of remembered fallbacks; beyond it all are forgotten.
    private static let maximumFallbacks = 20_000

    /// The bytes of fonts that stay open: more than the largest has.
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

        /// fontconfig takes milliseconds to start, which most captions never need.
        mutating func openSystem() -> SystemFonts? {
            if !isSystemOpen {
                system = SystemFonts()
                // fontconfig passes over what it cannot open, which may be all there is.
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
    ///   - usesSystemFonts: whether the machine's fonts may be used. Without them, a caption has the same pixels everywhere.
    ///   - glyphCacheByteCount: how many bytes of drawn glyphs are kept.
    public init(usesSystemFonts: Bool = true, glyphCacheByteCount: Int = 64 << 20) {
        self.usesSystemFonts = usesSystemFonts
        glyphs = GlyphCache(byteLimit: max(0, glyphCacheByteCount))
        state = Mutex(State())
    }

    /// The families that captions may name, by name; none where the machine's fonts may not be used.
    package func installedFonts() -> [InstalledFont] {
        state.withLock { state in usesSystemFonts ? state.openSystem()?.families ?? [] : [] }
    }

    /// The typeface that comes with Postcard.
    func bundledTypeface() throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            if let typeface = state.bundled { return typeface }
            let made = try Typeface.bundled()
            state.bundled = made
            return made
        }
    }

    /// The installed font with a name.
    func typeface(named name: String) throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            guard usesSystemFonts, let file = state.openSystem()?.font(named: name) else {
                throw MemeError(
                    .fontNotFound,
                    "No font named “\(name)” is installed; fc-list lists the names. Frankmark, of that kind for memes, is built in."
                )
            }
            return try state.open(file)
        }
    }

    /// The font of an installed font's family that is bold or slanted, and which of the two it provides; `nil` where there is none.
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

    /// A font for a character that the wanted one lacks; `nil` when there is none.
    func fallback(for cluster: [UInt32], isEmoji: Bool, language: String?) throws(MemeError) -> Typeface? {
        let request = Request(
            scalars: cluster.filter { !TextCluster.isIgnorable($0) }, isEmoji: isEmoji,
            language: language.map { NameKey($0) })
        if request.scalars.isEmpty { return nil }
        return try state.withLock { (state) throws(MemeError) in
            if let known = state.fallbacks[request] { return known.flatMap { try? state.open($0) } }
            let found = search(request, &state)
            // A font that could not be opened now may be opened later.
            guard found != nil || !postcard_text_is_short_of_descriptors() else { return nil }
            if state.fallbacks.count >= Self.maximumFallbacks { state.fallbacks.removeAll() }
            state.fallbacks[request] = .some(found?.file)
            return found?.typeface
        }
    }

    /// A font with the whole character, or with a character that is canonically the same.
    private func search(_ request: Request, _ state: inout State) -> (file: FontFile, typeface: Typeface)? {
        guard usesSystemFonts, let system = state.openSystem() else { return nil }
        let same = request.scalars.map { scalar in
            CanonicalMapping.parts(of: scalar).flatMap { $0.second == 0 ? $0.first : nil } ?? scalar
        }
        let wanted = same == request.scalars ? [request.scalars] : [request.scalars, same]
        for isColor in request.isEmoji ? [true, false] : [false, true] {
            for scalars in wanted {
                // Skips fonts that cannot be read.
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
    /// Keeps a font open. It counts as 8 MB at least, so that their number is bounded, too.
    func insert(_ typeface: Typeface, for file: FontFile) {
        insert(typeface, bytes: max(typeface.byteCount, 8 << 20), for: file)
    }
}
