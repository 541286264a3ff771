import ArgumentParser

/// Sizes in pixels, written `256` or `256,1024`.
struct SizeList: ExpressibleByArgument, CustomStringConvertible {
    let sizes: [Int]

    init(_ size: Int) { sizes = [size] }

    init?(argument: String) {
        let sizes = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard sizes.allSatisfy({ $0.map { 1...20_000 ~= $0 } ?? false }) else { return nil }
        self.sizes = sizes.compactMap { $0 }
    }

    var description: String { sizes.map(String.init).joined(separator: ",") }
    var defaultValueDescription: String { description }
}
