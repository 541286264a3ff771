import Logging
import PostcardSources

extension PictureServer {
    /// The time for which the start waits for a store; then it goes on without.
    private static let storeTimeout = Duration.seconds(5)

    /// Asks each bucket of the settings for one name, so that wrong keys end the start and not the first requests. One whose store is
    /// away is only told about: it may come back.
    ///
    /// - Throws: `StartupError` with code `badSetting` for a bucket that is missing, or whose store refuses.
    func checkBuckets() async throws {
        let storage = storage(attempts: 1)
        for place in configuration.images where ObjectAddress.isObjectAddress(place) {
            let address = try PictureBucket(place).prefix
            do {
                _ = try await withDeadline(Self.storeTimeout) { try await storage.list(address, maximumCount: 1) }
            } catch let error as SourceError where ![.unavailable, .unreachable, .rateLimited].contains(error.code) {
                throw StartupError(
                    .badSetting,
                    "images, \(place): \(error.message) Pictures of a bucket need s3:GetObject and s3:ListBucket.")
            } catch {
                logger.warning(
                    "a store does not answer",
                    metadata: [
                        "images": "\(place)", "error": "\((error as? SourceError)?.message ?? "It takes too long.")",
                    ])
            }
        }
    }
}
