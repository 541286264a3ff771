import PostcardImaging
import PostcardMemes
import Testing

@Suite struct InstalledFontTests {
    @Test func `each family is listed once by name and can be used`() throws {
        let fonts = FontLibrary()
        let families = fonts.installedFonts().map(\.family)
        #expect(families == Set(families).sorted())
        for font in fonts.installedFonts().prefix(5) {
            var caption = Caption("x")
            caption.font = .named(font.family)
            #expect(try caption.layout(on: .square(50), fonts: fonts).unfitted.isEmpty)
            #expect(!font.fileName.contains("/"))
        }
    }

    /// Debian's gsfonts and fonts-urw-base35 contain Type 1 fonts. ImageMagick, for example, installs these packages.
    @Test func `Type 1 fonts are omitted`() {
        let endings = Set(
            FontLibrary().installedFonts().map { $0.fileName.split(separator: ".").last.map(String.init) ?? "" })
        #expect(endings.isDisjoint(with: ["t1", "pfa", "pfb"]))
    }

    @Test func `no fonts are listed without system fonts`() {
        #expect(FontLibrary(usesSystemFonts: false).installedFonts().isEmpty)
    }
}
