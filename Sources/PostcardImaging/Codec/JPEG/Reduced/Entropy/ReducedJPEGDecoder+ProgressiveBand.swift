extension ReducedJPEGDecoder {
    /// Decodes the AC scans of progressive files (T.81, G.1.2.2 and G.1.2.3), one component and one band of coefficients each.
    struct ProgressiveBand {
        let table: SymbolTable
        let store: CoefficientStore
        let masks: UnsafeMutablePointer<UInt64>
        /// First and last zigzag position, 1...63.
        let start: Int
        let end: Int
        /// The bit that the scan brings, 0...13.
        let bit: Int
        /// How many blocks, this one included, hold nothing more that is new.
        var endOfBandRun = 0

        /// Reads a block of the first scan of a band; `false` for a bad code.
        @inline(__always)
        mutating func readFirst(_ reader: inout BitReader, _ index: Int) -> Bool {
            if endOfBandRun > 0 {
                endOfBandRun &-= 1
                return true
            }
            let block = store.block(index)
            var mask = masks[index]
            var position = start
            while position <= end {
                reader.refill()
                guard let symbol = table.symbol(&reader) else { return false }
                let (run, size) = (symbol &>> 4, symbol & 15)
                if size == 0 {
                    if run < 15 {
                        endOfBandRun = takeRun(&reader, run) &- 1
                        break
                    }
                    position &+= 16
                    if position > end &+ 1 { return false }
                } else {
                    position &+= run
                    guard position <= end, size <= 10 else { return false }
                    block[store.place(position)] = Int16(truncatingIfNeeded: reader.takeSigned(UInt64(size)) &<< bit)
                    mask |= 1 &<< UInt64(position)
                    position &+= 1
                }
            }
            masks[index] = mask
            return true
        }

        /// Reads a block of a later scan of a band, which refines what is there and brings new coefficients of ±1.
        @inline(__always)
        mutating func readRefinement(_ reader: inout BitReader, _ index: Int) -> Bool {
            let block = store.block(index)
            let known = masks[index]
            var position = start
            if endOfBandRun == 0 {
                var mask = known
                while position <= end {
                    reader.refill()
                    guard let symbol = table.symbol(&reader) else { return false }
                    let (run, size) = (symbol &>> 4, symbol & 15)
                    if size > 1 { return false }
                    if size == 0, run < 15 {
                        endOfBandRun = takeRun(&reader, run)
                        break
                    }
                    let value = size == 0 ? 0 : (reader.takeBit() &* 2 &- 1) &<< bit
                    position = refine(&reader, block, known, from: position, zeros: run)
                    if size == 1 {
                        guard position <= end else { return false }
                        block[store.place(position)] = Int16(truncatingIfNeeded: value)
                        mask |= 1 &<< UInt64(position)
                    } else if position > end {
                        return false
                    }
                    position &+= 1
                }
                masks[index] = mask
            }
            if endOfBandRun > 0 {
                if position <= end { _ = refine(&reader, block, known, from: position, zeros: 64) }
                endOfBandRun &-= 1
            }
            return true
        }

        /// Takes a correction bit for each known coefficient until `zeros` zeros are passed; the position of the next zero.
        @inline(__always)
        private func refine(
            _ reader: inout BitReader, _ block: UnsafeMutablePointer<Int16>, _ known: UInt64, from first: Int,
            zeros: Int
        ) -> Int {
            var position = first
            var zeros = zeros
            while position <= end {
                // Straight to the next known coefficient, or as far as the zeros reach.
                let ahead = (known &>> UInt64(position)).trailingZeroBitCount
                if ahead > zeros { return position &+ zeros }
                position &+= ahead
                zeros &-= ahead
                if position > end { break }
                reader.refill()
                // Without a branch, for the bits are as good as random. A bit that is there already is not added again.
                let place = store.place(position)
                let value = Int(block[place])
                let isAdded = reader.takeBit() & ~(value &>> bit)
                let sign = value &>> 63
                block[place] = Int16(truncatingIfNeeded: value &+ ((isAdded &<< bit) ^ sign) &- sign)
                position &+= 1
            }
            return position
        }

        @inline(__always)
        private func takeRun(_ reader: inout BitReader, _ bits: Int) -> Int {
            1 &<< bits &+ reader.take(UInt64(bits))
        }
    }
}
