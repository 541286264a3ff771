public import PostcardSources

/// Gives the source of photos that a name stands for (`flickr`, `commons`, or `folder:PATH` from the library's settings), or
/// the best that there is for `nil`.
public typealias PhotoSourceMaker = @Sendable (_ name: String?) throws -> any PhotoSource
