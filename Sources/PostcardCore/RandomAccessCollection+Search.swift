extension RandomAccessCollection where Index == Int {
    /// Returns the first position whose element satisfies `isReached`, by binary search; `endIndex` if there is none. `isReached` must be
    /// false for all elements before that position, and true for all elements after it.
    package func partitioningIndex(where isReached: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if try isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
