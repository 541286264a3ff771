import PostcardTestSupport

try await FlickrStandIn.run(arguments: Array(CommandLine.arguments.dropFirst()))
