/// The result of adding tracks to a journal.
package struct AddedTracks: Sendable {
    /// The number of tracks that the journal did not contain.
    package let tracks: Int
    /// The number of entries that the tracks placed.
    package let placed: Int
    /// The clocks of cameras that were compared with the tracks.
    package let clocks: [CameraClock]
}
