import PostcardImaging
import PostcardMemes
import Testing

@Suite struct InstalledFontTests {
    @Test func `each family is there once by name and can be used`() throws {
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

    /// Debian's gsfonts and fonts-urw-base35 bring such files, with ImageMagick for example.
    @Test func `fonts of type one are left out`() {
        let endings = Set(
            FontLibrary().installedFonts().map { $0.fileName.split(separator: ".").last.map(String.init) ?? "" })
        #expect(endings.isDisjoint(with: ["t1", "pfa", "pfb"]))
    }

    @Test func `without system fonts there are none`() {
        #expect(FontLibrary(usesSystemFonts: false).installedFonts().isEmpty)
    }
}
