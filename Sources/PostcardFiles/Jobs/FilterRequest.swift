import PostcardImaging

/// A filter of pixels as jobs and people write it.
struct FilterRequest {
    let filter: PixelFilter

    /// Reads the words behind `name=`; `nil` when they are no such filter.
    init?(name: String, words: [String]) {
        let numbers = words.compactMap(Double.init)
        guard numbers.count == words.count, let name = EditRequest.Name(rawValue: name),
            let filter = Self.filter(name, numbers)
        else { return nil }
        self.filter = filter
    }

    /// - Throws: `DecodingError` when the value is of another kind or out of its range.
    init(from container: KeyedDecodingContainer<EditRequest.Name>, _ name: EditRequest.Name) throws {
        let numbers: [Double]
        let form: String
        switch name {
        case .negative, .emboss, .edges:
            numbers = try container.decode(Bool.self, forKey: name) ? [] : [0]
            form = "true, or leave it out"
        case .tint:
            let tint = try container.decode(Tint.self, forKey: name)
            numbers = [tint.red, tint.green, tint.blue]
            form = "{\"red\": 10, \"green\": 0, \"blue\": -10}, each from -100 to 100"
        case .convolution:
            let convolution = try container.decode(Convolution.self, forKey: name)
            let weights = convolution.weights
            // Another number of weights must not become one of nine with a divisor.
            numbers =
                weights.count == 9
                ? weights + [convolution.divisor ?? ConvolutionKernel.divisor(of: weights), convolution.offset ?? 0]
                : []
            form = "{\"weights\": [nine numbers], \"divisor\": not 0, \"offset\": a number}"
        case .mosaic:
            numbers = [try container.decode(Double.self, forKey: name)]
            form = "the side of its squares in whole pixels, 1 to 1000"
        default:
            numbers = [try container.decode(Double.self, forKey: name)]
            form = "percents from -100 to 100"
        }
        guard let filter = Self.filter(name, numbers) else {
            throw DecodingError.dataCorruptedError(
                forKey: name, in: container, debugDescription: "Write \"\(name.rawValue)\": \(form).")
        }
        self.filter = filter
    }

    private struct Tint: Decodable {
        let red, green, blue: Double

        private enum CodingKeys: String, CodingKey, CaseIterable { case red, green, blue }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownNames(CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            red = try container.decodeIfPresent(Double.self, forKey: .red) ?? 0
            green = try container.decodeIfPresent(Double.self, forKey: .green) ?? 0
            blue = try container.decodeIfPresent(Double.self, forKey: .blue) ?? 0
        }
    }

    private struct Convolution: Decodable {
        let weights: [Double]
        let divisor, offset: Double?

        private enum CodingKeys: String, CodingKey, CaseIterable { case weights, divisor, offset }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownNames(CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            weights = try container.decode([Double].self, forKey: .weights)
            divisor = try container.decodeIfPresent(Double.self, forKey: .divisor)
            offset = try container.decodeIfPresent(Double.self, forKey: .offset)
        }
    }

    private static func filter(_ name: EditRequest.Name, _ numbers: [Double]) -> PixelFilter? {
        let arePercents = numbers.allSatisfy { -100...100 ~= $0 }
        switch (name, numbers.count) {
        case (.brightness, 1) where arePercents: return .brightness(percent: numbers[0])
        case (.contrast, 1) where arePercents: return .contrast(percent: numbers[0])
        case (.saturation, 1) where arePercents: return .saturation(percent: numbers[0])
        case (.tint, 3) where arePercents: return .tone(.tint(red: numbers[0], green: numbers[1], blue: numbers[2]))
        case (.negative, 0): return .negative
        case (.emboss, 0): return .emboss
        case (.edges, 0): return .edges
        case (.mosaic, 1): return Int(exactly: numbers[0]).flatMap { 1...1_000 ~= $0 ? .mosaic(side: $0) : nil }
        case (.convolution, 9...11):
            return ConvolutionKernel(
                Array(numbers[..<9]), divisor: numbers.count > 9 ? numbers[9] : ConvolutionKernel.divisor(of: numbers),
                offset: numbers.count > 10 ? numbers[10] : 0
            ).map(PixelFilter.convolution)
        default: return nil
        }
    }
}
