import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

@Suite struct TerminalPictureTests {
    private func way(_ environment: [String: String]) -> TerminalPicture.Way? {
        TerminalPicture.Way { environment[$0] }
    }

    @Test func `terminals are detected`() {
        expectEqual(way(["TERM": "xterm-kitty"]), .kitty)
        expectEqual(way(["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]), .kitty)
        expectEqual(way(["TERM": "xterm-ghostty"]), .kitty)
        expectEqual(way(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]), .iTerm)
        expectEqual(way(["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]), .iTerm)
        expectEqual(way(["TERM": "xterm-256color", "COLORTERM": "truecolor"]), .blocks)
        expectEqual(way(["TERM": "xterm-256color"]), .indexedBlocks)
        expectEqual(way(["TERM": "xterm-direct"]), .blocks)
        expectEqual(way(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]), .indexedBlocks)
        #expect(way(["TERM": "linux"]) == nil)
        #expect(way(["TERM": "vt100"]) == nil)
        #expect(way(["TERM": "xterm-256color", "NO_COLOR": "1"]) == nil)
        #expect(way(["TERM": "xterm-kitty", "NO_COLOR": "1"]) == .kitty)
        #expect(way(["TERM": "dumb", "KITTY_WINDOW_ID": "1"]) == nil)
    }

    @Test func `half blocks have two pixels per cell`() throws {
        var image = try Image(size: PixelSize(width: 2, height: 2), fill: .white)
        try image.setColor(Color(red: 1, green: 2, blue: 3), x: 0, y: 1)
        try image.setColor(Color(red: 1, green: 2, blue: 3), x: 1, y: 1)
        let text = try TerminalPicture(way: .blocks, size: (2, 24)).text(for: image)
        #expect(text == "\u{1B}[38;2;255;255;255;48;2;1;2;3m▀▀\u{1B}[0m\n")
    }

    @Test func `the nearest colors in the color cube are used`() throws {
        var image = try Image(size: .square(2), fill: .white)
        for x in 0..<2 { try image.setColor(Color(red: 0, green: 100, blue: 200), x: x, y: 1) }
        let text = try TerminalPicture(way: .indexedBlocks, size: (2, 24)).text(for: image)
        #expect(text == "\u{1B}[38;5;231;48;5;26m▀▀\u{1B}[0m\n")
    }

    @Test(arguments: [(400, 300), (100, 1_000), (3_000, 20)])
    func `half blocks fit the terminal`(width: Int, height: Int) throws {
        let image = try Image(size: PixelSize(width: width, height: height), fill: .white)
        let lines = try TerminalPicture(way: .blocks, size: (60, 20)).text(for: image).split(separator: "\n")
        #expect(lines.count <= 18)
        #expect(lines.allSatisfy { $0.count { $0 == "▀" } <= 60 })
    }

    @Test func `kitty gets a PNG in pieces`() throws {
        var image = try Image(size: PixelSize(width: 300, height: 200), fill: .white)
        var noise: UInt32 = 1
        for y in 0..<200 {
            for x in 0..<300 {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                try image.setColor(Color(red: UInt8(noise >> 24), green: UInt8(noise >> 16 & 255), blue: 0), x: x, y: y)
            }
        }
        let text = try TerminalPicture(way: .kitty, size: (80, 24)).text(for: image)
        let pieces = text.split(separator: "\u{1B}\\").filter { $0.hasPrefix("\u{1B}_G") }
        #expect(pieces.count > 2)
        #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,q=2,"))
        let payloads = pieces.map { $0.split(separator: ";", maxSplits: 1)[1] }
        #expect(payloads.allSatisfy { $0.count <= 4_096 })
        #expect(pieces.map { $0.prefix { $0 != ";" }.last } == pieces.indices.map { $0 < pieces.count - 1 ? "1" : "0" })
        let file = try #require(Data(base64Encoded: payloads.joined()))
        #expect(try Image(decoding: [UInt8](file)).size == image.size)
    }

    @Test func `iTerm gets the file`() throws {
        let image = try Image(size: PixelSize(width: 30, height: 20), fill: .white)
        let text = try TerminalPicture(way: .iTerm, size: (80, 24)).text(for: image)
        #expect(text.hasPrefix("\u{1B}]1337;File=inline=1;size="))
        #expect(text.hasSuffix("\u{07}\n"))
        let payload = try #require(text.dropLast(2).split(separator: ":").last)
        let file = try #require(Data(base64Encoded: String(payload)))
        #expect(try Image(decoding: [UInt8](file)).size == image.size)
    }
}
