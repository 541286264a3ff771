package import SystemPackage

// Former names, until all modules use the new ones.

extension Library {
    package convenience init(directory: FilePath, creates: Bool) throws(FileError) {
        try self.init(directory: directory, createIfNeeded: creates)
    }

    package func delete(_ ids: [String], if condition: Condition? = nil) throws { try delete(ids: ids, if: condition) }

    @discardableResult
    package func restore(_ ids: [String]) throws -> Int { try restore(ids: ids) }

    package func share(
        _ ids: [String], title: String? = nil, to target: ShareTarget, positions: SharedPositions = .places,
        replacing: Bool = false
    ) async throws -> ShareReport {
        try await share(ids: ids, title: title, to: target, positions: positions, replacing: replacing)
    }
}
