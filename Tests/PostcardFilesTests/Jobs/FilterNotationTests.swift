import PostcardDisk

import Foundation
import PostcardImaging
import Testing

@testable import PostcardFiles

struct FilterNotationTests {
    private static let ones = [Double](repeating: 1, count: 9)

    private static func recipe(_ request: EditRequest) throws -> String {
        guard case .edit(let edit) = request else { throw FileError(.invalidRecord, "no edit") }
        return edit.recipe
    }

    @Test(arguments: [
        ("brightness=20", #"{"brightness": 20}"#, PixelFilter.brightness(percent: 20)),
        ("contrast=-12.5", #"{"contrast": -12.5}"#, .contrast(percent: -12.5)),
        ("saturation=-100", #"{"saturation": -100}"#, .saturation(percent: -100)),
        ("tint=10,0,-10", #"{"tint": {"red": 10, "blue": -10}}"#, .tone(.tint(red: 10, green: 0, blue: -10))),
        ("negative", #"{"negative": true}"#, .negative), ("emboss", #"{"emboss": true}"#, .emboss),
        ("edges", #"{"edges": true}"#, .edges), ("mosaic=12", #"{"mosaic": 12}"#, .mosaic(side: 12)),
    ])
    func `command notation and jobs specify the same filter`(text: String, json: String, filter: PixelFilter) throws {
        let expected = Edit.filter(filter).recipe
        #expect(try Self.recipe(EditRequest(text: text)) == expected)
        #expect(try Self.recipe(JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))) == expected)
    }

    @Test(arguments: [
        ("1,1,1,1,1,1,1,1,1", #"{"weights": [1,1,1,1,1,1,1,1,1]}"#, ones, 9.0, 0.0),
        ("0,0,0,0,0,0,0,0,0", #"{"weights": [0,0,0,0,0,0,0,0,0]}"#, ones.map { $0 * 0 }, 1, 0),
        (
            "1,1,1,1,1,1,1,1,1,18,7", #"{"weights": [1,1,1,1,1,1,1,1,1], "divisor": 18, "offset": 7}"#, ones, 18, 7
        ),
    ])
    func `a convolution is divided by its sum by default`(
        text: String, json: String, weights: [Double], divisor: Double, offset: Double
    ) throws {
        let kernel = try #require(ConvolutionKernel(weights, divisor: divisor, offset: offset))
        let expected = Edit.filter(.convolution(kernel)).recipe
        #expect(try Self.recipe(EditRequest(text: "convolution=" + text)) == expected)
        let job = #"{"convolution": \#(json)}"#
        #expect(try Self.recipe(JSONDecoder().decode(EditRequest.self, from: Data(job.utf8))) == expected)
    }

    @Test(arguments: [
        "brightness", "brightness=", "brightness=101", "contrast=nan", "saturation=much", "tint=1,2", "tint=1,2,200",
        "negative=1", "emboss=true", "mosaic=0", "mosaic=2.5", "mosaic=1001", "mosaic", "convolution=1,2,3",
        "convolution=1,1,1,1,1,1,1,1,1,0", "convolution=1,1,1,1,1,1,1,1,inf",
    ])
    func `an invalid filter is rejected`(text: String) {
        #expect(throws: FileError.self) { try EditRequest(text: text) }
    }

    @Test(arguments: [
        (#"{"brightness": 101}"#, "-100 to 100"), (#"{"negative": false}"#, "omit it"),
        (#"{"tint": {"red": 300}}"#, "-100 to 100"), (#"{"tint": {"yellow": 3}}"#, "yellow"),
        (#"{"mosaic": 1.5}"#, "whole pixels"), (#"{"convolution": {"weights": [1, 2]}}"#, "nine numbers"),
        (#"{"convolution": {"weights": [1,1,1,1,1,1,1,1,1], "divisor": 0}}"#, "not 0"),
    ])
    func `the error for an invalid job shows the notation`(json: String, hint: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
        }
        #expect("\(error)".contains(hint), "\(error)")
    }
}
