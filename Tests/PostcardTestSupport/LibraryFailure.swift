package import Foundation
package import PostcardDisk

/// The present of the tests.
package let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// The error that `body` throws; nil if it throws none.
package func failure(of body: () throws -> Void) -> FileError? {
    do {
        try body()
        return nil
    } catch {
        return error as? FileError
    }
}
