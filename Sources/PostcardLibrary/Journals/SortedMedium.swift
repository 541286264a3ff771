/// A sorted picture or video: its entry, and its place and pin if they are new.
struct SortedMedium {
    let entry: Entry
    var place: JournalPlace?
    var pin: Pin?
}
