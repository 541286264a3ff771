/// A change to one record.
package struct Change: Sendable, Equatable {
    package let key: RecordKey
    /// The new JSON object in its shortest form; `nil` for a deletion.
    package let json: [UInt8]?

    package init(key: RecordKey, json: [UInt8]?) {
        self.key = key
        self.json = json
    }
}
