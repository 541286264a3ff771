extension ReducedJPEGDecoder {
    /// The inverse DCT to 2 × 2 samples, each the mean of a quarter of the block: Loeffler, Ligtenberg and Moschytz's
    /// transform with the averaging folded in, in the fixed-point arithmetic of libjpeg so that results are the same to the bit.
    ///
    /// Only rows and columns 0, 1, 3, 5, 7 take part, for the means of the other cosines vanish. The first, vertical pass is
    /// linear up to its rounding, so each coefficient is added to its column's sum as it is decoded; no block is kept.
    struct InverseDCT2 {
        /// What a coefficient adds to which sum.
        private struct Term {
            var weight: Int32
            var sum: Int32
        }

        private static let constantBits = 13
        private static let firstPassBits = 2
        /// √2 · (±c1 ± c3 ± c5 ± c7), cₖ = cos(kπ/16), times 2¹³: what coefficients 1, 3, 5, 7 add to the first mean.
        private static let first = 29692
        private static let third = -10426
        private static let fifth = 6967
        private static let seventh = -5906
        /// The columns that take part; the sums of their even rows are 0...4, of their odd rows 8...12. 15 is for all others.
        private static let columns = [0: 0, 1: 1, 3: 2, 5: 3, 7: 4]
        private static let oddSums = 8
        private static let unusedSum: Int32 = 15

        /// By zigzag position.
        private let terms: UnsafeMutablePointer<Term>
        private let sums: UnsafeMutablePointer<Int>

        /// - Parameter quantization: The 64 steps in zigzag order.
        init(quantization: [UInt16], arena: Arena) {
            terms = arena.allocate(Term.self, count: 64)
            sums = arena.allocate(Int.self, count: 16)
            let weights = [0: 1 << (Self.constantBits + 2), 1: Self.first, 3: Self.third, 5: Self.fifth, 7: Self.seventh]
            for (index, position) in Zigzag.naturalOrder.enumerated() {
                let (row, column) = (Int(position) / 8, Int(position) % 8)
                if let weight = weights[row], let sum = Self.columns[column] {
                    let product = Int32(weight * Int(quantization[index]))
                    terms[index] = Term(weight: product, sum: Int32(row == 0 ? sum : sum + Self.oddSums))
                } else {
                    terms[index] = Term(weight: 0, sum: Self.unusedSum)
                }
            }
        }

        /// Adds a coefficient of the block.
        ///
        /// - Parameter position: Its zigzag position, 0...63.
        @inline(__always)
        func add(_ value: Int, at position: Int) {
            let term = terms[position]
            sums[Int(term.sum)] &+= value &* Int(term.weight)
        }

        /// Writes the four samples and clears the sums for the next block.
        @inline(__always)
        func finish(to output: UnsafeMutablePointer<UInt8>, stride: Int) {
            let (upper0, lower0) = column(0)
            let (upper1, lower1) = column(1)
            let (upper3, lower3) = column(2)
            let (upper5, lower5) = column(3)
            let (upper7, lower7) = column(4)
            Self.row(upper0, upper1, upper3, upper5, upper7, to: output)
            Self.row(lower0, lower1, lower3, lower5, lower7, to: output + stride)
        }

        @inline(__always)
        private func column(_ index: Int) -> (Int, Int) {
            let (even, odd) = (sums[index], sums[index + Self.oddSums])
            sums[index] = 0
            sums[index + Self.oddSums] = 0
            let shift = Self.constantBits - Self.firstPassBits + 2
            let half = 1 << (shift - 1)
            return ((even &+ odd &+ half) &>> shift, (even &- odd &+ half) &>> shift)
        }

        @inline(__always)
        private static func row(
            _ c0: Int, _ c1: Int, _ c3: Int, _ c5: Int, _ c7: Int, to output: UnsafeMutablePointer<UInt8>
        ) {
            let shift = constantBits + firstPassBits + 3 + 2
            let even = c0 &<< (constantBits + 2) &+ 1 << (shift - 1)
            let odd = c1 &* first &+ c3 &* third &+ c5 &* fifth &+ c7 &* seventh
            output[0] = SampleRange.sample((even &+ odd) &>> shift)
            output[1] = SampleRange.sample((even &- odd) &>> shift)
        }
    }
}
