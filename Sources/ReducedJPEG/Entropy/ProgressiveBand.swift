/// Decodes the AC scans of progressive files (T.81, G.1.2.2 and G.1.2.3). Each scan has one component and one band of coefficients.
struct ProgressiveBand {
    private let store: CoefficientStore
    private let masks: UnsafeMutablePointer<UInt64>
    /// The first and last zigzag position, 1...63.
    private let start: Int
    private let end: Int
    /// The bit position that the scan contains, 0...13.
    private let bit: Int
    /// The last position in the band whose coefficient is stored.
    private let lastKept: Int
    /// A mask of the band's positions, one bit each.
    private let positions: UInt64
    /// The number of successive blocks without new coefficients, including the current block.
    var endOfBandRun = 0

    init?(_ scan: Scan, store: CoefficientStore) {
        guard let masks = store.masks else { return nil }
        self.store = store
        self.masks = masks
        start = scan.spectralStart
        end = scan.spectralEnd
        bit = scan.approximationLow
        lastKept = min(BlockTransform.lastPosition(side: store.layout.blockSide), end)
        positions = (UInt64.max >> UInt64(63 - end)) & (UInt64.max << UInt64(start))
    }

    /// Reads a block of the first scan of a band. Returns false for an invalid code.
    @inline(__always)
    mutating func readFirst(_ reader: inout BitReader, _ index: Int, _ table: BandTable) -> Bool {
        if endOfBandRun > 0 {
            endOfBandRun &-= 1
            return true
        }
        let block = store.block(index)
        var mask = masks[index]
        var position = start
        while position <= end {
            reader.refill()
            switch table.symbol(&reader) {
            case .coefficient(let zeros, let value):
                position &+= zeros
                guard position <= end else { return false }
                block[store.place(position)] = Int16(truncatingIfNeeded: value &<< bit)
                mask |= 1 &<< UInt64(position)
                position &+= 1
            case .endOfBand(let runBits):
                endOfBandRun = takeRun(&reader, runBits) &- 1
                position = 64
            case .sixteenZeros:
                position &+= 16
                if position > end &+ 1 { return false }
            case nil: return false
            }
        }
        masks[index] = mask
        return true
    }

    /// Reads a block of a later scan of a band, which refines known coefficients and adds new coefficients of ±1.
    @inline(__always)
    mutating func readRefinement(_ reader: inout BitReader, _ index: Int, _ table: SymbolTable) -> Bool {
        let known = masks[index] & positions
        if endOfBandRun > 0, known == 0 {
            endOfBandRun &-= 1
            return true
        }
        let block = store.block(index)
        var position = start
        if endOfBandRun == 0 {
            var mask = masks[index]
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

    /// Reads a correction bit for each known coefficient until `zeros` zeros are skipped. Returns the position of the next zero.
    @inline(__always)
    private func refine(
        _ reader: inout BitReader, _ block: UnsafeMutablePointer<Int16>, _ known: UInt64, from first: Int,
        zeros: Int
    ) -> Int {
        var position = first
        var zeros = zeros
        while position <= lastKept {
            // Skips to the next known coefficient, or past the remaining zeros.
            let ahead = (known &>> UInt64(position)).trailingZeroBitCount
            if ahead > zeros { return position &+ zeros }
            position &+= ahead
            zeros &-= ahead
            if position > end { break }
            reader.refill()
            // Branches are avoided, because the bits are practically random. A bit that is already set is not added again.
            let place = store.place(position)
            let value = Int(block[place])
            let isAdded = reader.takeBit() & ~(value &>> bit)
            let sign = value &>> 63
            block[place] = Int16(truncatingIfNeeded: value &+ ((isAdded &<< bit) ^ sign) &- sign)
            position &+= 1
        }
        return position <= end ? pass(&reader, known, from: position, zeros: zeros) : position
    }

    /// Does the same as `refine` for coefficients that are not stored: skips their bits.
    @inline(__always)
    private func pass(
        _ reader: inout BitReader, _ known: UInt64, from first: Int, zeros: Int
    ) -> Int {
        var position = first
        var rest = known &>> UInt64(position)
        var count = 0
        var zeros = zeros
        if zeros >= 64 {
            count = rest.nonzeroBitCount
            position = 64
        } else {
            while true {
                let ahead = rest.trailingZeroBitCount
                if ahead > zeros {
                    position &+= zeros
                    break
                }
                zeros &-= ahead
                position &+= ahead &+ 1
                rest = (rest &>> UInt64(ahead)) &>> 1
                count &+= 1
            }
        }
        reader.refill()
        reader.drop(UInt64(min(count, 56)))
        if count > 56 {
            reader.refill()
            reader.drop(UInt64(count &- 56))
        }
        return position
    }

    @inline(__always)
    private func takeRun(_ reader: inout BitReader, _ bits: Int) -> Int {
        1 &<< bits &+ reader.take(UInt64(bits))
    }
}
