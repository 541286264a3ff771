/// Suggests the correct spelling of a misspelled name.
package enum Spelling {
    /// Returns the name with the smallest edit distance from a word; `nil` if the distance is more than a third of the word's length (at
    /// least 1).
    package static func nearest(to text: String, of names: some Sequence<String>) -> String? {
        let wanted = Array(text.lowercased())
        guard wanted.count <= 40 else { return nil }
        let near = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
            .min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, wanted.count / 3) else { return nil }
        return near.name
    }

    /// Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors count 1 each.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let isSame = first[i] == second[j]
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    least = min(least, before[j - 1] + 1)
                }
                row.append(least)
            }
            before = last
            last = row
        }
        return last[second.count]
    }
}
