extension Int {
    /// Returns the product of two nonnegative numbers, clamped to `Int.max`.
    package func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    /// Returns the sum of two nonnegative numbers, clamped to `Int.max`.
    package func addedClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
