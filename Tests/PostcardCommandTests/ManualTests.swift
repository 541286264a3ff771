import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

@testable import PostcardCommands

@Suite struct ManualTests {
    @Test(arguments: WholeProgram.pages.map(\.path))
    func `every command has a manual page with all its options`(path: [String]) throws {
        let page = try #require(WholeProgram.pages.first { $0.path == path })
        let text = try page.text()
        #expect(text.hasPrefix(".TH POSTCARD"))
        for argument in try CommandDefinition(of: page.command).arguments where argument.shouldDisplay {
            for name in argument.names ?? [] {
                #expect(text.contains(name.typed.replacing("-", with: "\\-")), "\(name.typed)")
            }
        }
        // groff would read a line that starts with a dot or an apostrophe as a request.
        for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect([".TH ", ".SH ", ".TP", ".PP", ".nf", ".fi"].contains { line.hasPrefix($0) }, "\(line)")
        }
    }

    @Test func `the manual page of the service lists every setting`() throws {
        let text = try #require(WholeProgram.pages.first { $0.path == ["serve"] }).text()
        for setting in Setting.all {
            #expect(text.contains("\n\\fB\(setting.name)\\fR, \\fB\(setting.variable)\\fR\n"), "\(setting.name)")
        }
    }

    @Test func `all pages are written to a folder`() async throws {
        let folder = try TemporaryFolder()
        let result = try await PostcardCommand(in: folder).run("manual", "--to", "man/man1")
        #expect(result.status == 0, "\(result.errors)")
        #expect(folder.has("man/man1/postcard.1"))
        #expect(folder.has("man/man1/postcard-pin-drop.1"))
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "needs groff"),
        arguments: WholeProgram.pages.map(\.path))
    func `groff reports no errors in a page`(path: [String]) throws {
        let page = try #require(WholeProgram.pages.first { $0.path == path })
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(try page.text().utf8), as: "page.1")
        let groff = Process()
        let pipe = Pipe()
        groff.executableURL = URL(filePath: "/usr/bin/groff")
        groff.arguments = ["-man", "-Tutf8", "-Kutf8", "-ww", "-z", file]
        groff.standardError = pipe
        try groff.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        groff.waitUntilExit()
        #expect(groff.terminationStatus == 0)
        // A long word, such as a URL, may not fit on its line.
        #expect(
            said.split(separator: "\n").filter {
                !$0.contains("cannot adjust line") && !$0.contains("can't break line")
            }.isEmpty)
    }
}
