/// A component as declared in the frame header (T.81, B.2.2).
package struct Component {
    let identifier: UInt8
    /// The sampling factors, 1...4.
    package internal(set) var horizontalSampling: Int
    package internal(set) var verticalSampling: Int
    /// The number of the component's quantization table, 0...3.
    let quantizationSelector: Int
}
