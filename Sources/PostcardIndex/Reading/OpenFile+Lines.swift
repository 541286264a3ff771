import PostcardDisk

extension OpenFile {
    /// Returns the end of the last line with a line break between two positions; `start` if there is none.
    func endOfLastLine(from start: Int, to end: Int) throws(FileError) -> Int {
        var end = end
        while end > start {
            let begin = max(start, end - 64 << 10)
            if let last = try read(end - begin, at: begin).lastIndex(of: UInt8(ascii: "\n")) { return begin + last + 1 }
            end = begin
        }
        return start
    }
}
