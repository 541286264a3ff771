import PostcardImaging
import PostcardMemes

/// The part of a job that many pictures can share: operations and outputs.
package struct PictureRecipe: Sendable {
    var operations: [EditRequest] = []
    /// The outputs, at least one.
    var outputs: [PictureJob.Output] = [PictureJob.Output()]
    /// A Boolean value that indicates whether the outputs were written as a list. Then the result has a list too.
    var hasList = false
    /// A Boolean value that indicates whether the result contains a description of the source.
    var describesSource = false

    /// The quality of outputs without one.
    var defaultQuality: Int {
        let hasMeme = operations.contains { if case .meme = $0 { true } else { false } }
        return hasMeme ? MemeFile.defaultQuality : 85
    }
}

extension PictureRecipe: Decodable {
    static let names = ["operations", "output", "outputs", "source"]

    /// Decodes a recipe, and refuses unknown names, including those that only jobs have.
    package init(from decoder: any Decoder) throws {
        self = try PictureRecipe(decoder.members(["version"] + Self.names), in: nil)
        for output in outputs { _ = try output.path.map(OutputPattern.init) }
    }

    init(_ members: KeyedDecodingContainer<AnyName>, in common: PictureRecipe?) throws {
        let version: Int = try members.optional("version") ?? PictureJob.version
        guard version == PictureJob.version else {
            throw members.refusal(
                "version", "This is version \(version) of jobs; this program knows version \(PictureJob.version).")
        }
        self = common ?? PictureRecipe()
        operations = try members.optional("operations") ?? operations
        describesSource = try members.optional("source") ?? describesSource
        let output: PictureJob.Output? = try members.optional("output")
        if let output {
            (outputs, hasList) = ([output], false)
            guard output.resize == nil else {
                throw members.refusal(
                    "output", "A size of its own is for a list of \"outputs\"; resize a single one in \"operations\".")
            }
        }
        guard let list: [PictureJob.Output] = try members.optional("outputs") else { return }
        guard !members.contains(AnyName(stringValue: "output")), !list.isEmpty else {
            throw members.refusal(
                "outputs", "Write one \"output\", or \"outputs\" with at least one in the list.")
        }
        (outputs, hasList) = (list, true)
        if list.contains(where: { $0.resize != nil }), case .edit(let first)? = operations.first,
            first.resize != nil
        {
            throw members.refusal(
                "outputs", "The size is in the outputs and in the first operation; leave one of them out.")
        }
    }
}
