package import Foundation
import PostcardDisk

/// The present of the tests.
package let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// The error of a type that `body` throws; nil if it throws none.
package func failure<Failure: Error>(
    _ type: Failure.Type = FileError.self, of body: () throws -> Void
) -> Failure? {
    do {
        try body()
        return nil
    } catch {
        return error as? Failure
    }
}
