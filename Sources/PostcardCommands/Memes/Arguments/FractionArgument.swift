import ArgumentParser

/// A fraction from 0 to 1, or a percentage from 0% to 100%.
struct FractionArgument: ExpressibleByArgument {
    let value: Double

    init?(argument: String) {
        let number = argument.hasSuffix("%") ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
        guard let number, 0...1 ~= number else { return nil }
        value = number
    }
}
