/// The entries of tables that may still be read from one container, such as directory entries, items, and extents.
///
/// A container can state counts that cost it few bytes or none. Every loop over such a count takes an entry from the budget of its file before it
/// reads one, so a file costs bounded memory and time whatever it states. Taking an entry is also where parsing stops when the work is canceled.
final class EntryBudget {
    /// The maximum number of entries in a file. A HEIC photo of 48 megapixels has about 500; a TIFF directory has at most 65,535.
    static let standard = 100_000

    private let maximum: Int
    private var remaining: Int
    /// The error that ended parsing, if any.
    private var failure: ImageError?

    init(_ maximum: Int = standard) {
        self.maximum = maximum
        remaining = maximum
    }

    /// Takes one entry from the budget. False when it is spent, or when the work has been canceled.
    func take() -> Bool {
        guard remaining > 0, failure == nil else {
            failure =
                failure
                ?? ImageError.damaged(
                    "The file is damaged: its tables list more than \(maximum) entries.")
            return false
        }
        remaining -= 1
        // A clock or a lock may be behind the checkpoint, so it is not called for every entry.
        guard remaining % 1_024 == 0 else { return true }
        do throws(ImageError) { try ImageWork.checkpoint() } catch { failure = error }
        return failure == nil
    }

    /// Throws `damaged` if an entry was refused, `interrupted` if the work was canceled while entries were read.
    func check() throws(ImageError) {
        if let failure { throw failure }
    }
}
