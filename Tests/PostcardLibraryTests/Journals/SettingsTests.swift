import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@Suite struct SettingsTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func set(_ name: Settings.Name, _ text: String) throws -> Settings {
        try library.changeSettings { settings in try settings.set(name, to: text) }
    }

    @Test(arguments: [
        (Settings.Name.owner, "Ann", "Ann"), (.scroll, "HORIZONTAL", "horizontal"), (.background, "#fa0", "#FFAA00"),
        (.background, "#f4efe6", "#F4EFE6"), (.source, "folder:/home/ann/Pictures", "folder:/home/ann/Pictures"),
        (.source, "auto", "auto"), (.thumbnail, "128", "128"),
        (.peek, "2048", "2048"), (.keepMemes, "always", "always"),
        (.placeLookups, "ON", "on"), (.placeLookups, "off", "off"),
    ])
    func `settings are kept in the index`(name: Settings.Name, text: String, expected: String) throws {
        #expect(try set(name, text)[name] == expected)
        let again = try JournalLab.open(lab.folder.path("Library"))
        #expect(try again.settings()[name] == expected)
        try again.changeSettings { $0.reset(name) }
        let fresh = try JournalLab()
        #expect(try again.settings()[name] == fresh.library.settings()[name])
    }

    @Test(arguments: [
        (Settings.Name.owner, String(repeating: "x", count: 101)), (.owner, "a\nb"), (.scroll, "sideways"),
        (.background, "red"), (.background, "#12345"), (.background, "#ffffff;}"), (.source, "elsewhere"),
        (.source, "folder:"), (.thumbnail, "0"), (.thumbnail, "99999"), (.peek, "12"), (.peek, "big"),
        (.keepMemes, "yes"), (.placeLookups, "yes"),
    ])
    func `invalid values are rejected`(name: Settings.Name, text: String) throws {
        let before = try library.settings()
        #expect(failure(LibraryError.self) { _ = try set(name, text) }?.code == .invalidValue)
        #expect(try library.settings() == before)
    }

    @Test func `different sizes create different files`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture(640)])
        let first = try library.rendition(.thumbnail, of: entry.media[0].blob)
        _ = try set(.thumbnail, "64")
        let second = try library.rendition(.thumbnail, of: entry.media[0].blob)
        #expect(first != second)
        let bytes = try PictureFile.read(second, maximumBytes: 1 << 20)
        #expect(try TestPicture.header(of: bytes).size.width == 64)
    }
}
