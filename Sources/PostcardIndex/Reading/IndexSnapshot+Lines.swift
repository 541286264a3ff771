import PostcardDisk

extension IndexSnapshot {
    /// Calls `body` for every line that begins at `start` or later, with a decoder that has read it.
    func forEachLine(
        from start: Int = 0, _ body: (ScannedLine, LineDecoder) throws(LibraryError) -> Void
    ) throws(LibraryError) {
        var windows = ForwardWindows(file, from: start, to: end)
        var decoder = LineDecoder()
        var number = 0
        var oversized = 0
        while true {
            let window = try windows.next()
            for line in windows.oversizedLines[oversized...] {
                number += 1
                let outcome = LineDecoder.Outcome.damaged(reason: "it has more than \(LineFormat.maximumLength) bytes")
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                try body(
                    ScannedLine(
                        number: number, offset: line.lowerBound, count: line.count, bytes: none, outcome: outcome),
                    decoder)
            }
            oversized = windows.oversizedLines.count
            guard let window else { return }
            try window.forEachLine { range throws(LibraryError) in
                number += 1
                let bytes = window.bytes.slice(range)
                let line = ScannedLine(
                    number: number, offset: window.offset + range.lowerBound, count: range.count, bytes: bytes,
                    outcome: decoder.decode(bytes))
                try body(line, decoder)
            }
        }
    }
}
