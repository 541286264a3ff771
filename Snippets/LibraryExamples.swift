// The examples in the documentation of PostcardLibrary: `swift run LibraryExamples LIBRARY`.

import Foundation
import PostcardLibrary
import PostcardPhotos

func library(_ folder: URL) throws {
    // snippet.Library
    let library = try Library(directory: folder, createIfNeeded: true)
    let pin = try library.addPin(at: Coordinate(latitude: 48.8584, longitude: 2.2945), name: "Paris")
    let journal = try library.addJournal(named: "Spring")
    let place = try library.addPlace(to: journal.id, of: pin)
    let note = try library.addNote("Climbed the tower.", to: journal.id, at: place.id)
    for stop in try library.contents(of: journal).stops { print(stop.notes.map(\.text)) }
    // snippet.end
    print(note.id)
}

guard CommandLine.arguments.count == 2 else {
    print("usage: LibraryExamples LIBRARY")
    exit(64)
}
try library(URL(filePath: CommandLine.arguments[1]))
