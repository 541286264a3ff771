import SystemPackage

extension PositionEraser {
    /// Positions in QuickTime's and MP4's metadata: the boxes `©xyz` (ISO 6709 in decimal degrees) and `loci` (3GPP TS 26.244)
    /// become free space, and values of Apple's metadata that are such texts become blank.
    mutating func eraseISO6709() {
        forEach([0xA9] + "xyz".utf8) { eraser, found in
            // Length and language come before the text.
            guard let text = eraser.iso6709(at: found + 8) else { return }
            eraser.bytes.replaceSubrange(found..<found + 4, with: "free".utf8)
            eraser.fill(text, with: 0)
        }
        forEach(Array("loci\0\0\0\0".utf8)) { eraser, found in
            guard let size = eraser.number(at: found - 4, 4), 28...1024 ~= size, found - 4 + size <= eraser.bytes.count
            else { return }
            eraser.bytes.replaceSubrange(found..<found + 4, with: "free".utf8)
            eraser.fill(found + 4..<found - 4 + size, with: 0)
        }
        eraseKeyedValues()
        eraseFreeFormValues()
        // A text, by the well-known type 1, in no particular language.
        forEach(Array("data\0\0\0\u{1}".utf8)) { eraser, found in
            guard let text = eraser.iso6709(at: found + 12) else { return }
            eraser.fill(text, with: UInt8(ascii: " "))
        }
    }

    /// Blanks values of QuickTime's metadata whose keys name a place, such as `com.apple.quicktime.location.name`.
    private mutating func eraseKeyedValues() {
        forEach(Array("keys\0\0\0\0".utf8)) { eraser, found in
            guard let count = eraser.number(at: found + 8, 4), count <= Self.maximumKeys else { return }
            var places: Set<Int> = []
            var position = found + 12
            for index in 0..<count {
                guard let size = eraser.number(at: position, 4), size >= 8, position + size <= eraser.bytes.count else {
                    return
                }
                let name = String(decoding: eraser.bytes[position + 8..<position + size], as: UTF8.self)
                if Self.namesPlace(name) { places.insert(index + 1) }
                position += size
            }
            guard !places.isEmpty, eraser.has("ilst", at: position + 4), let length = eraser.number(at: position, 4)
            else {
                return
            }
            let end = min(position + length, eraser.bytes.count)
            position += 8
            while let size = eraser.number(at: position, 4), size >= 8, position + size <= end {
                // A box `data` with its type and language comes before the value.
                if let key = eraser.number(at: position + 4, 4), places.contains(key), size > 24 {
                    eraser.fill(position + 24..<position + size, with: UInt8(ascii: " "))
                }
                position += size
            }
        }
    }

    /// Blanks values of iTunes' metadata whose names name a place.
    private mutating func eraseFreeFormValues() {
        forEach(Array("----".utf8)) { eraser, found in
            guard let size = eraser.number(at: found - 4, 4), 24...Self.maximumValueLength ~= size,
                found - 4 + size <= eraser.bytes.count
            else { return }
            var (position, isPlace) = (found + 4, false)
            while let length = eraser.number(at: position, 4), length >= 12, position + length <= found - 4 + size {
                let content = position + 12..<position + length
                if eraser.has("name", at: position + 4) {
                    isPlace = Self.namesPlace(String(decoding: eraser.bytes[content], as: UTF8.self))
                } else if isPlace, eraser.has("data", at: position + 4), length > 16 {
                    eraser.fill(position + 16..<position + length, with: UInt8(ascii: " "))
                }
                position += length
            }
        }
    }

    private static let maximumKeys = 1_024
    private static let maximumValueLength = 1 << 20

    /// Returns the position of a text such as `+48.8584+002.2945+035.000/` that begins at a position.
    private func iso6709(at start: Int) -> Range<Int>? {
        guard start <= bytes.count else { return nil }
        let text = bytes[start...].prefix { "+-.0123456789/".utf8.contains($0) }
        let signs = text.indices.filter { [0x2B, 0x2D].contains(text[$0]) }
        guard 2...3 ~= signs.count, signs[0] == start, signs[1] - start >= 3, text.endIndex - signs[1] >= 4 else {
            return nil
        }
        return start..<text.endIndex
    }

    /// Returns the changes to make in a copy of a video file; empty when it states no position, or is of a container
    /// that is not searched.
    static func patches(ofVideo path: FilePath) throws(LibraryError) -> [FilePatch] {
        let file = try OpenFile(path, .reading)
        if try file.read(4, at: 0) == [0x1A, 0x45, 0xDF, 0xA3] { return try MatroskaTags(file).patches() }
        var patches: [FilePatch] = []
        var position = 0
        while case let head = try file.read(16, at: position), head.count >= 8 {
            func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
            let name = String(decoding: head[4..<8], as: UTF8.self)
            var size = number(0..<4)
            if size == 1, head.count == 16 { size = number(8..<16) }
            if size == 0 { size = try file.status().size - position }
            guard size >= 8, size < 1 << 50 else { break }
            if ["moov", "meta", "udta", "uuid"].contains(name), size <= maximumIndexBytes {
                var erased = PositionEraser(try file.read(size, at: position))
                if name == "moov" { patches += try erased.eraseTelemetry(of: file) }
                if erased.isChanged { patches.append(FilePatch(offset: position, bytes: erased.bytes)) }
            }
            position += size
        }
        return patches
    }

    /// The index of a video of a day is smaller. In bytes.
    private static let maximumIndexBytes = 64 << 20
}
