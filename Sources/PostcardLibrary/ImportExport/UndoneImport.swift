/// The numbers of records that were deleted to undo the import of a folder.
public struct UndoneImport: Sendable, Hashable {
    /// The number of entries.
    public internal(set) var entries = 0
    /// The ids of the journals.
    public internal(set) var journals: [String] = []
    /// The number of pins.
    public internal(set) var pins = 0
}
