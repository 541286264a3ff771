extension RandomAccessCollection where Index == Int {
    /// The first position from which on `isReached` is true of all elements; it is false of all before. `endIndex` when there is none.
    package func partitioningIndex(where isReached: (Element) throws -> Bool) rethrows -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if try isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
