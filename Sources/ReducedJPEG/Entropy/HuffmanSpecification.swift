/// A Huffman table as stored in the file (T.81, B.2.4.2): the number of codes of each length, and the symbols in order.
struct HuffmanSpecification: Equatable {
    /// The numbers of codes with 1...16 bits.
    let counts: [Int]
    let symbols: [UInt8]

    var length: Int { 16 + symbols.count }
}

extension HuffmanSpecification {
    /// Reads one table from the start of `bytes`. `length` is the number of bytes read.
    init(_ bytes: UnsafeRawBufferPointer) throws(ReducedJPEGError) {
        guard bytes.count >= 16 else { throw .damaged("A Huffman table is truncated.") }
        counts = bytes[0..<16].map { Int($0) }
        let total = counts.reduce(0, +)
        guard total <= 256, bytes.count >= 16 + total else { throw .damaged("A Huffman table is truncated.") }
        symbols = Array(bytes[16..<16 + total])
        var code = 0
        for (index, count) in counts.enumerated() {
            code = (code << 1) + count
            guard code <= 1 << (index + 1) else { throw .damaged("A Huffman table has too many codes.") }
        }
    }

    /// Calls `body` with each code, its length in bits and its symbol, in ascending order of codes.
    func forEachCode(_ body: (_ code: Int, _ length: Int, _ symbol: UInt8) -> Void) {
        var code = 0
        var index = 0
        for length in 1...16 {
            for _ in 0..<counts[length - 1] {
                body(code, length, symbols[index])
                code += 1
                index += 1
            }
            code <<= 1
        }
    }
}
