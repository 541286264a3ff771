internal import PostcardImaging

/// A picture that is made of others, always the same one of the same ones.
protocol PictureRecipe: Sendable {
    /// The names of the pictures that it is made of, as `PictureSource` knows them, each once.
    var sources: [String] { get }
    /// The format that was asked for. Without one, that of the first source and what the client takes decide.
    var format: ImageFormat? { get }
    /// What is done with the sources, as a text that no recipe with another result has.
    var operations: String { get }

    /// How many pixels are in memory at the same time while the picture is made, about.
    ///
    /// - Parameter files: the sources' bytes, in their order.
    func pixels(of files: [[UInt8]]) throws -> Int

    /// The file of the result.
    ///
    /// - Parameters:
    ///   - files: the sources' bytes, in their order.
    ///   - format: of the result.
    ///   - limits: what pictures may cost.
    ///   - checkpoint: asked between two steps; throws when nobody waits for the result any more.
    func render(
        _ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits,
        checkpoint: @escaping @Sendable () throws -> Void
    ) throws -> [UInt8]
}
