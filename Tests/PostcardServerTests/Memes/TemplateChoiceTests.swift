import PostcardLibrary
import PostcardMemes
import Testing

@testable import PostcardServer

@Suite struct TemplateChoiceTests {
    private static func choice(_ text: String) throws -> Template {
        let templates = try TemplateStore(directory: nil).templates().map(\.template)
        return try #require(TemplateChoice(templates).template(for: TextParts(text)))
    }

    @Test(arguments: [
        ("A hard choice between tea and coffee", "crossroads"), ("Some tough choices at the crossroads", "crossroads"),
        ("What lies hidden below the surface", "iceberg"), ("Everything is fine. Calm in the storm.", "leaking-boat"),
        ("Wanted: the one who broke the build", "wanted"), ("Product versus engineering", "tug-of-war"),
        ("My lecture plan", "whiteboard"), ("Our greatest DISTRACTIONS", "crumb"),
    ])
    func wordsChooseTheTemplate(text: String, name: String) throws {
        #expect(try Self.choice(text).name == name)
    }

    /// Nothing shared: the number of sentences decides, then the name.
    @Test(arguments: [
        ("Xyzzy plugh", "billboard"), ("Xyzzy. Plugh.", "iceberg"), ("Xyzzy. Plugh. Foo.", "crossroads"),
        ("A. B. C. D. E. F.", "grander"),
    ])
    func otherwiseTheNumberOfPartsDoes(text: String, name: String) throws {
        #expect(try Self.choice(text).name == name)
    }

    @Test func commonWordsSayNothing() {
        let text = WordSet(["You don't have to be the one because it is here"])
        #expect(text == WordSet([]))
        #expect(WordSet(["choices", "Boss"]).shared(with: WordSet(["choice", "boss", "bos"])) == 2)
    }

    @Test func placesThatHaveWordsKeepThem() throws {
        let wanted = try #require(
            try TemplateStore(directory: nil).templates().map(\.template).first { $0.name == "wanted" })
        let lines = TemplateChoice.lines(of: TextParts("The build breaker. Last seen on a Friday."), on: wanted)
        #expect(lines == ["", "The build breaker.", "Last seen on a Friday."])
    }

    @Test func templateThatMayNotBeChangedIsNotChosen() {
        var forbidden = Template(name: "forbidden", title: "Choice", picture: "a.jpg")
        forbidden.license = "CC-BY-ND-4.0"
        let other = Template(name: "other", title: "Other", picture: "a.jpg")
        #expect(TemplateChoice([forbidden, other]).template(for: TextParts("A choice"))?.name == "other")
        #expect(TemplateChoice([forbidden]).template(for: TextParts("A choice")) == nil)
    }
}
