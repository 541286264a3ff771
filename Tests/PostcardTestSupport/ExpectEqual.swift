public import Testing

/// Expects two values to be equal, for long lists of comparisons. The compiler needs 14 ms for each `#expect`, but no time for a call.
public func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard value != expected else { return }
    Issue.record("\(String(reflecting: value)) is not \(String(reflecting: expected))", sourceLocation: sourceLocation)
}
