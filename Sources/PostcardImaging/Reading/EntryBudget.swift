/// The number of table entries, such as directory entries, items and extents, that may still be read from a container.
///
/// A container can specify large counts in a few bytes. Every loop over such a number takes an entry from the file's budget before each
/// read, so memory and time are bounded for every file. Taking an entry also stops parsing when the work is canceled.
final class EntryBudget {
    /// The maximum number of entries in a file. A HEIC photo of 48 megapixels has about 500 entries, a TIFF directory at most 65,535.
    static let standard = 100_000

    private let maximum: Int
    private var remaining: Int
    /// The error that ended parsing, if any.
    private var failure: ImageError?

    init(_ maximum: Int = standard) {
        self.maximum = maximum
        remaining = maximum
    }

    /// Takes one entry from the budget. Returns false if the budget is used up, or if the work was canceled.
    func take() -> Bool {
        guard remaining > 0, failure == nil else {
            failure =
                failure
                ?? ImageError.damaged(
                    "The file is damaged: its tables list more than \(maximum) entries.")
            return false
        }
        remaining -= 1
        // The checkpoint can use a clock or a lock, so it is not called for every entry.
        guard remaining % 1_024 == 0 else { return true }
        do throws(ImageError) { try ImageWork.checkpoint() } catch { failure = error }
        return failure == nil
    }

    /// Throws `damaged` if an entry was refused, or `interrupted` if the work was canceled during reading.
    func check() throws(ImageError) {
        if let failure { throw failure }
    }
}
