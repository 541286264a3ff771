import PostcardImaging
import Testing

@testable import PostcardMemes

struct LineEndTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)

    private func lines(_ text: String, width: Int, height: Int, bottom: Bool = false) throws -> [String] {
        let meme = bottom ? Meme.classic(bottom: text) : Meme.classic(top: text)
        return try meme.captions[0].layout(on: PixelSize(width: width, height: height), fonts: Self.fonts).lines.map(
            \.text)
    }

    /// A line does not end with an article or a pronoun, unless the text would otherwise be much smaller.
    @Test(arguments: [
        "But when I do, I deploy straight to production", "Who would win, the new intern or a single null pointer",
        "When somebody asks whether the monitoring is down", "It was quiet for a whole weekend and then it was not",
    ])
    func `lines do not end with words that belong to the next line`(text: String) throws {
        for width in stride(from: 500, through: 1000, by: 50) {
            for line in try lines(text, width: width, height: 480).dropLast() {
                let last = line.split(separator: " ").last.map(String.init) ?? ""
                #expect(!["I", "A", "THE", "AN"].contains(last), "\(width): \(line)")
            }
        }
    }

    @Test func `a line ends after a comma if possible`() throws {
        #expect(try lines("But when I do, I test in production", width: 640, height: 480)[0] == "BUT WHEN I DO,")
    }

    private func penalty(_ text: String, before index: Int) throws -> Double {
        let text = try CaptionText(text, letterCase: .asTyped)
        return LineBreaker(text, usesDictionaries: false).penalty(before: index)
    }

    @Test func `lines preferably end at spaces and signs between phrases`() throws {
        // In バグを|直す, the line ends between phrases. In バグ、|直す, it ends after a sign.
        #expect(try penalty("バグを直す", before: 3) > 0)
        #expect(try penalty("バグを直す", before: 3) < penalty("バグを直す", before: 2))
        #expect(try penalty("バグ、直す", before: 3) == 0)
        #expect(try penalty("กขค งจ", before: 4) == 0)
        #expect(try penalty("กขคง", before: 2) > 0)
    }
}
