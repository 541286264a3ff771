import PostcardImaging
import PostcardMemes

/// The part of a job that many pictures can share: operations and outputs.
package struct PictureRecipe: Sendable {
    var operations: [EditRequest] = []
    /// The outputs, at least one.
    var outputs: [PictureJob.Output] = [PictureJob.Output()]
    /// True if the outputs were written as a list. In that case, the result also contains a list.
    var hasList = false
    /// True if the result contains a description of the source.
    var describesSource = false

    /// The quality for outputs that do not specify a quality.
    var defaultQuality: Int {
        let hasMeme = operations.contains { if case .meme = $0 { true } else { false } }
        return hasMeme ? MemeFile.defaultQuality : 85
    }
}

extension PictureRecipe: Decodable {
    static let names = ["operations", "output", "outputs", "source"]

    /// Decodes a recipe. Throws an error for unknown names, including names that are valid only in jobs.
    package init(from decoder: any Decoder) throws {
        self = try PictureRecipe(decoder.members(["version"] + Self.names), in: nil)
        for output in outputs { _ = try output.path.map(OutputPattern.init) }
    }

    init(_ members: KeyedDecodingContainer<AnyName>, in common: PictureRecipe?) throws {
        let version: Int = try members.optional("version") ?? PictureJob.version
        guard version == PictureJob.version else {
            throw members.refusal(
                "version", "Job version \(version) is not supported; use version \(PictureJob.version).")
        }
        self = common ?? PictureRecipe()
        operations = try members.optional("operations") ?? operations
        describesSource = try members.optional("source") ?? describesSource
        let output: PictureJob.Output? = try members.optional("output")
        if let output {
            (outputs, hasList) = ([output], false)
            guard output.resize == nil else {
                throw members.refusal(
                    "output",
                    "\"resize\" in an output needs a list of \"outputs\". Resize a single output in \"operations\".")
            }
        }
        guard let list: [PictureJob.Output] = try members.optional("outputs") else { return }
        guard !members.contains(AnyName(stringValue: "output")), !list.isEmpty else {
            throw members.refusal(
                "outputs", "Write either \"output\", or \"outputs\" with at least one output in the list.")
        }
        (outputs, hasList) = (list, true)
        if list.contains(where: { $0.resize != nil }), case .edit(let first)? = operations.first,
            first.resize != nil
        {
            throw members.refusal(
                "outputs", "Both the outputs and the first operation set the size. Remove one of them.")
        }
    }
}
