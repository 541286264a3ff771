package import Foundation
import PostcardDisk

/// The current time in tests.
package let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// Returns the error of the given type that `body` throws; `nil` if `body` throws no such error.
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
