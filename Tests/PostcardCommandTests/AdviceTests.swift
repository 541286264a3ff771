import Foundation
import SystemPackage
import PostcardTestSupport
import Testing

@testable import PostcardLibrary
@testable import PostcardCommands

/// The advice that commands add to library errors and views; the library itself does not refer to commands.
struct AdviceTests {
    private static let replacing: [(FileError.Suggestion.Target, String)] = [
        (.file, "Choose another name, or replace it with --force."),
        (.result, "Choose another folder, or replace it with --force."),
        (.folder, "Choose another folder, or write into it with --force."),
    ]

    @Test(arguments: replacing)
    func `an existing file can be replaced with --force`(target: FileError.Suggestion.Target, advice: String) {
        #expect(Failure(FileError(.exists, "x exists.", .replace(target))).description == "x exists. \(advice)")
    }

    private static let lists: [(LibraryError.Suggestion, String)] = [
        (.list(kind: "pin"), "List all with: postcard pin list"),
        (.list(kind: "journal"), "List all with: postcard journal list"),
        (.list(kind: "entry"), "List all with: postcard entry list"),
        (.list(kind: "meme"), "List all with: postcard meme list"),
        (.list(kind: "template"), "List all with: postcard template list"),
        (.list(kind: "photo"), "List all with: postcard album list"),
        (.list(kind: "note"), "List all with: postcard note list"),
        (.list(kind: "place", of: "journal-1"), "List all with: postcard journal show journal-1"),
        (
            .list(kind: "pin", isExact: true),
            "Give the full id or name; list all with: postcard pin list"
        ),
        (.listDeleted, "See what can be restored with: postcard restore"),
        (.nameLibrary, "Choose one with --library."),
        (.renewExport, "Choose another folder, or update it with --force."),
        (.replaceTemplate, "Replace it with --force, or choose another name."),
    ]

    @Test(arguments: lists)
    func `a library error advises what to do`(suggestion: LibraryError.Suggestion, advice: String) {
        #expect(Failure(LibraryError(.notFound, "No.", suggestion)).description == "No. \(advice)")
    }

    @Test func `every kind of record that can be found by name has a list command`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postcard-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(directory: .init(folder.path), createIfNeeded: true)
        let finders: [(() throws -> Void, String)] = [
            ({ _ = try library.pin(named: "x1") }, "postcard pin list"),
            ({ _ = try library.journal(named: "x1") }, "postcard journal list"),
            ({ _ = try library.entry(named: "x1") }, "postcard entry list"),
            ({ _ = try library.meme(named: "x1") }, "postcard meme list"),
            ({ _ = try library.photo(named: "x1") }, "postcard album list"),
            ({ _ = try library.note(named: "x1") }, "postcard note list"),
        ]
        for (find, command) in finders {
            let error = #expect(throws: LibraryError.self) { try find() }
            #expect(error?.message.contains("postcard") == false)
            #expect(error?.advice.hasSuffix("List all with: \(command)") == true)
        }
    }

    @Test func `an error without a remedy prints only its message`() {
        #expect(Failure(FileError(.damaged, "The index is damaged.")).description == "The index is damaged.")
    }

    @Test(arguments: [(.video, "postcard entry play entry-1"), (.picture, nil)] as [(Peek.Kind, String?)])
    func `the view of a video has a play command, and every view has a delete command`(kind: Peek.Kind, play: String?)
        throws
    {
        let peek = Peek(
            id: "entry-1", kind: kind, number: 1, picture: DerivedPicture(path: "/cache/x.jpg"), original: "/x.mp4",
            title: "", credit: nil, problem: nil)
        let object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(PeekReport(peek: peek))) as? [String: Any])
        expectEqual(object["deleteCommand"] as? String, "postcard remove entry-1")
        expectEqual(object["playCommand"] as? String, play)
        expectEqual(object["path"] as? String, "/cache/x.jpg")
    }
}
