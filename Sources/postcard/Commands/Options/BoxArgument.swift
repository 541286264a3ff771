import ArgumentParser
import PostcardMemes

/// `0.5,0.1,0.4,0.3`
struct BoxArgument: ExpressibleByArgument {
    let box: UnitBox

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard numbers.count == 4, values.count == 4, values.allSatisfy(\.isFinite), values[2] > 0, values[3] > 0 else {
            return nil
        }
        box = UnitBox(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}
