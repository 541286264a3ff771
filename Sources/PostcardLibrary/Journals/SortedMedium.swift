/// A sorted picture or video: its entry, with its place and pin if these are new.
struct SortedMedium {
    let entry: Entry
    var place: JournalPlace?
    var pin: Pin?
}
