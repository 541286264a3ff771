extension ReducedJPEGDecoder {
    /// What a minimum coded unit of a sequential scan holds of one component, with the state of decoding it.
    ///
    /// The functions that hold the inner loops are kept out of line: each then has the machine's registers for itself, and its
    /// branches, which go a different way for each kind of block, are predicted apart from the others'.
    struct UnitPart {
        let dc: DCTable
        /// For what is not needed of a block; absent when all of it is.
        let skip: ACSkipTable?
        /// For components of which more than the DC terms is needed.
        let values: ACValueTable?
        let blocks: BlockTransform
        let blocksPerRow: Int
        let blockRows: Int
        let blockSide: Int
        let dcStep: Int
        let stride: Int
        var prediction = 0
        /// Where the first sample of the next unit goes.
        var output: UnsafeMutablePointer<UInt8>
        /// Becomes `false` when coefficients are far outside of what 8-bit samples can give.
        var isPlausible = true

        /// Decodes the part of one unit; `nil` for a bad code or coefficients that no picture has.
        @inline(__always)
        static func decode(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            switch part.pointee.blockSide {
            case 1:
                switch (part.pointee.blocksPerRow, part.pointee.blockRows) {
                case (1, 1): decodeMean(part, reader)
                case (2, 1): decodeTwoMeans(part, reader)
                case (2, 2): decodeFourMeans(part, reader)
                default: decodeMeans(part, reader)
                }
            case 2: decodeSide2(part, reader)
            case 4: decodeSide4(part, reader)
            default: decodeSide8(part, reader)
            }
        }

        @inline(never)
        private static func decodeMean(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            var reader = reader
            guard part.pointee.decodeMean(&reader, at: 0) else { return nil }
            part.pointee.output += 1
            return reader
        }

        @inline(never)
        private static func decodeTwoMeans(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            var reader = reader
            guard part.pointee.decodeMean(&reader, at: 0), part.pointee.decodeMean(&reader, at: 1) else { return nil }
            part.pointee.output += 2
            return reader
        }

        @inline(never)
        private static func decodeFourMeans(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            var reader = reader
            let stride = part.pointee.stride
            guard part.pointee.decodeMean(&reader, at: 0), part.pointee.decodeMean(&reader, at: 1),
                part.pointee.decodeMean(&reader, at: stride), part.pointee.decodeMean(&reader, at: stride &+ 1)
            else { return nil }
            part.pointee.output += 2
            return reader
        }

        @inline(never)
        private static func decodeMeans(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            var reader = reader
            for row in 0..<part.pointee.blockRows {
                for column in 0..<part.pointee.blocksPerRow {
                    guard part.pointee.decodeMean(&reader, at: row &* part.pointee.stride &+ column) else { return nil }
                }
            }
            part.pointee.output += part.pointee.blocksPerRow
            return reader
        }

        @inline(__always)
        private mutating func decodeMean(_ reader: inout BitReader, at offset: Int) -> Bool {
            guard let mean = takeDC(&reader).map({ $0 &* dcStep }) else { return false }
            output[offset] = SampleRange.sample((mean &+ 4) &>> 3)
            return skip?.skipBlock(&reader, from: 1) ?? false
        }

        @inline(never)
        private static func decodeSide2(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            decodeBlocks(part, reader, side: 2) { blocks, value, position in
                blocks.workspace[position] = Int16(truncatingIfNeeded: value)
            } clear: { blocks in
                UnsafeMutableRawPointer(blocks.workspace).storeBytes(of: SIMD8(repeating: 0), as: SIMD8<Int16>.self)
            }
        }

        @inline(never)
        private static func decodeSide4(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            decodeRasterBlocks(part, reader, side: 4)
        }

        @inline(never)
        private static func decodeSide8(_ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader) -> BitReader? {
            decodeRasterBlocks(part, reader, side: 8)
        }

        @inline(__always)
        private static func decodeRasterBlocks(
            _ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader, side: Int
        ) -> BitReader? {
            decodeBlocks(part, reader, side: side) { blocks, value, position in
                blocks.put(value, at: position, of: blocks.workspace)
            } clear: { blocks in
                blocks.workspace.update(repeating: 0, count: 64)
            }
        }

        @inline(__always)
        private static func decodeBlocks(
            _ part: UnsafeMutablePointer<UnitPart>, _ reader: BitReader, side: Int,
            put: (_ blocks: BlockTransform, _ value: Int, _ position: Int) -> Void, clear: (BlockTransform) -> Void
        ) -> BitReader? {
            guard let values = part.pointee.values else { return nil }
            var reader = reader
            let blocks = part.pointee.blocks
            let block = blocks.workspace
            let skip = part.pointee.skip
            let stride = part.pointee.stride
            var isPlausible = true
            for row in 0..<part.pointee.blockRows {
                for column in 0..<part.pointee.blocksPerRow {
                    guard let dc = part.pointee.takeDC(&reader) else { return nil }
                    block[0] = Int16(truncatingIfNeeded: dc)
                    guard
                        let content = values.readBlock(
                            &reader, through: BlockTransform.lastPosition(side: side), skip: skip,
                            store: { put(blocks, $0, $1) })
                    else { return nil }
                    let output = part.pointee.output + side &* (row &* stride &+ column)
                    if content == .nothing {
                        let sample = SampleRange.sample((dc &* part.pointee.dcStep &+ 4) &>> 3)
                        for line in 0..<side { (output + line &* stride).update(repeating: sample, count: side) }
                        continue
                    }
                    isPlausible = blocks.transform(block, side: side, to: output, stride: stride) && isPlausible
                    clear(blocks)
                }
            }
            part.pointee.output += side &* part.pointee.blocksPerRow
            return isPlausible ? reader : nil
        }

        /// Takes a block's DC term, in units of its quantization step.
        @inline(__always)
        private mutating func takeDC(_ reader: inout BitReader) -> Int? {
            reader.refill()
            guard let difference = dc.difference(&reader) else { return nil }
            prediction &+= difference
            isPlausible = isPlausible && UInt(bitPattern: prediction &* dcStep &+ 4096) < 8192
            return prediction
        }
    }
}
