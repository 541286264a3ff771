@testable import PostcardImaging

/// Returns the code of the error that `body` throws; `nil` if `body` throws no error.
func errorCode<Result>(_ body: () throws -> Result) -> ImageError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? ImageError)?.code
    }
}
