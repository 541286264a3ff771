/// The numbers of records deleted to undo a folder import.
package struct UndoneImport: Sendable, Hashable {
    /// The number of entries.
    package internal(set) var entries = 0
    /// The ids of the journals.
    package internal(set) var journals: [Journal.ID] = []
    /// The number of pins.
    package internal(set) var pins = 0
}
