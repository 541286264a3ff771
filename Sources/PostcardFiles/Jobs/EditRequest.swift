import PostcardImaging
import PostcardMemes

/// An edit as jobs write it: an object with one name in it, for example `{"rotate": 90}`; or text, `rotate=90`.
package struct EditRequest: Sendable {
    enum Kind: Sendable {
        case edit(Edit)
        case watermark(WatermarkRequest)
        case meme(Meme)
    }
    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// Names of edits, in the order of help texts.
    enum Name: String, CodingKey, CaseIterable {
        case resize, crop, rotate, flip, blur, sharpen, grayscale, roundCorners, watermark, meme
        case brightness, contrast, saturation, tint, negative, emboss, edges, mosaic, convolution
    }
}

extension EditRequest: Decodable {
    /// Reads an object with exactly one edit in it.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
        guard names.count == 1, let name = Name(rawValue: names[0]) else {
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: names.count == 1
                        ? "There is no operation \(names[0]); there are \(known)."
                        : "An operation is an object with one name in it: \(known)."))
        }
        let container = try decoder.container(keyedBy: Name.self)
        func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try container.decode(Value.self, forKey: name)
        }
        func number(in range: ClosedRange<Double>) throws -> Double {
            let number: Double = try value()
            guard range.contains(number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container, debugDescription: "\(number) is out of range: \(range.words).")
            }
            return number
        }
        switch name {
        case .resize: self.init(.edit(.resize(try value(ResizeRequest.self).resize)))
        case .crop: self.init(.edit(.crop(try value(CropRequest.self).rect)))
        case .rotate: self.init(.edit(try value(RotateRequest.self).edit))
        case .flip: self.init(.edit(try value(FlipRequest.self).edit))
        case .blur: self.init(.edit(.blur(sigma: try number(in: EditRange.blur))))
        case .sharpen: self.init(.edit(.sharpen(amount: try number(in: EditRange.sharpen))))
        case .grayscale:
            guard try value(Bool.self) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container, debugDescription: "Write \"grayscale\": true, or leave it out.")
            }
            self.init(.edit(.grayscale))
        case .roundCorners: self.init(.edit(.roundCorners(radius: try number(in: EditRange.round))))
        case .brightness, .contrast, .saturation, .tint, .negative, .emboss, .edges, .mosaic, .convolution:
            self.init(.edit(.filter(try FilterRequest(from: container, name).filter)))
        case .watermark: self.init(.watermark(try value()))
        case .meme: self.init(.meme(try value()))
        }
    }
}
