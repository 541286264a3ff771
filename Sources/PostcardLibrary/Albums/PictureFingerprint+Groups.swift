extension PictureFingerprint {
    /// Groups duplicates: each fingerprint joins the first group whose first one is near, or begins a group.
    ///
    /// Fingerprints are compared only with the first of a group. Chains of similar ones would end in different ones.
    ///
    /// Two near fingerprints differ in at most 6 bits, so at least one of 7 parts is the same in both, by the pigeonhole principle. Only groups that
    /// share a part are compared, so that the time grows about linearly with the number of fingerprints.
    ///
    /// - Returns: the groups of indices, both in ascending order.
    static func groups(of fingerprints: [PictureFingerprint]) -> [[Int]] {
        var groups: [[Int]] = []
        // For each part and each of its values the groups whose first fingerprint has it.
        var known = [[[Int]]](
            repeating: [[Int]](repeating: [], count: 1 << partLength), count: nearDistance + 1)
        for (index, fingerprint) in fingerprints.enumerated() {
            let parts = fingerprint.parts
            var first: Int?
            for (part, value) in parts.enumerated() {
                // The groups of a list are in ascending order.
                let near = known[part][value].first { fingerprints[groups[$0][0]].isNear(fingerprint) }
                first = [first, near].compactMap(\.self).min()
            }
            if let first {
                groups[first].append(index)
            } else {
                for (part, value) in parts.enumerated() { known[part][value].append(groups.count) }
                groups.append([index])
            }
        }
        return groups
    }

    /// The length of the longest part in bits.
    private static var partLength: Int { 64 / (nearDistance + 1) + 1 }

    /// The bits in parts, one more than near fingerprints differ in.
    private var parts: [Int] {
        let count = Self.nearDistance + 1
        return (0..<count).map { part in
            let (start, end) = (part * 64 / count, (part + 1) * 64 / count)
            return Int(bits >> UInt64(start) & (1 << UInt64(end - start) - 1))
        }
    }
}
