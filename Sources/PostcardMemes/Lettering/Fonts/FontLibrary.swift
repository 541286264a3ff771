internal import Synchronization

/// The fonts in use and the glyphs drawn with them, shared by all threads.
///
/// Postcard's own typeface is part of the program; the machine's fonts are looked up only when a caption names one or has
/// characters that its font lacks. Opened fonts stay open; drawn glyphs are kept up to a number of bytes.
public final class FontLibrary: Sendable {
    /// A library for everyone.
    public static let shared = FontLibrary()

    /// Fallbacks that are remembered before all are forgotten.
    private static let maximumFallbacks = 20_000

    private struct Request: Hashable {
        var scalars: [UInt32]
        var isEmoji: Bool
        var language: String?
    }

    private struct State {
        var bundled: Typeface?
        var isSystemOpen = false
        var system: SystemFonts?
        var opened: [FontFile: Typeface] = [:]
        var fallbacks: [Request: Typeface?] = [:]

        /// fontconfig takes milliseconds to start, which most captions never need.
        mutating func openSystem() -> SystemFonts? {
            if !isSystemOpen {
                isSystemOpen = true
                system = SystemFonts()
            }
            return system
        }

        mutating func open(_ file: FontFile) throws(MemeError) -> Typeface {
            if let known = opened[file] { return known }
            let made = try Typeface(FontData(path: file.path), index: file.index)
            opened[file] = made
            return made
        }

        mutating func read(_ path: String) throws(MemeError) -> Typeface {
            let file = FontFile(path: path, index: 0)
            if let known = opened[file] { return known }
            do throws(MemeError) {
                let made = try Typeface(FontData(reading: path))
                opened[file] = made
                return made
            } catch {
                throw error.code == .invalidFont ? MemeError(error.code, "\(path): \(error.message)") : error
            }
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
        glyphs = GlyphCache(byteCount: max(0, glyphCacheByteCount))
        state = Mutex(State())
    }

    /// The families that captions may name, by name; none where the machine's fonts may not be used.
    public func installedFonts() -> [InstalledFont] {
        state.withLock { state in usesSystemFonts ? state.openSystem()?.families ?? [] : [] }
    }

    /// The typeface that comes with Postcard.
    func bundledTypeface() throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            if let typeface = state.bundled { return typeface }
            let made = try Typeface(FontData.bundled())
            state.bundled = made
            return made
        }
    }

    /// The installed font with a name, or the font of a file, whose path contains a slash.
    func typeface(named name: String) throws(MemeError) -> Typeface {
        try state.withLock { (state) throws(MemeError) in
            if name.utf8.contains(UInt8(ascii: "/")) { return try state.read(name) }
            guard usesSystemFonts, let file = state.openSystem()?.font(named: name) else {
                throw MemeError(
                    .fontNotFound,
                    "No font named “\(name)” is installed. The command fc-list lists the names; the path of a font file will do, too."
                )
            }
            return try state.open(file)
        }
    }

    /// A font for a character that the wanted one lacks; `nil` when there is none.
    func fallback(
        for cluster: [UInt32], isEmoji: Bool, language: String?, after primary: Typeface
    ) throws(MemeError) -> Typeface? {
        let request = Request(
            scalars: cluster.filter { !TextCluster.isIgnorable($0) }, isEmoji: isEmoji, language: language)
        if request.scalars.isEmpty { return nil }
        return try state.withLock { (state) throws(MemeError) in
            if let known = state.fallbacks[request] { return known }
            let found = try search(request, &state)
            if state.fallbacks.count >= Self.maximumFallbacks { state.fallbacks.removeAll() }
            state.fallbacks[request] = .some(found)
            return found
        }
    }

    /// The whole character in one font; else its first scalar, and what that font lacks is drawn as a box.
    private func search(_ request: Request, _ state: inout State) throws(MemeError) -> Typeface? {
        guard usesSystemFonts, let system = state.openSystem() else { return nil }
        let wanted = [request.scalars, Array(request.scalars.prefix(1))]
        for isColor in request.isEmoji ? [true, false] : [false, true] {
            for scalars in wanted {
                // A font that cannot be read is as good as none.
                if let file = system.font(with: scalars, isColor: isColor, language: request.language),
                    let typeface = try? state.open(file)
                {
                    return typeface
                }
            }
        }
        return nil
    }
}
