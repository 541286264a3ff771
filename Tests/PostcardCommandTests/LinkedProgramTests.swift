#if os(Linux)
    import Foundation
    import PostcardTestSupport
    import Testing

    /// The linked program.
    @Suite struct LinkedProgramTests {
        /// ICU's tables would be a third of the program. All sources import PlatformFoundation, which does not use ICU.
        @Test func `the program contains neither ICU nor the part of Foundation that needs it`() throws {
            let path = PostcardCommand(in: try TemporaryFolder()).path
            let program = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
            #expect(program.range(of: Data("FoundationEssentials".utf8)) != nil)
            for name in ["icudt", "_FoundationICU", "libFoundation.so", "libFoundationInternationalization.so"] {
                #expect(program.range(of: Data(name.utf8)) == nil, "\(name)")
            }
        }

        /// The shared libgd would load forty libraries at each start. Only the parts of the archive that need just the C library are
        /// linked.
        @Test(.enabled(if: ProcessInfo.processInfo.environment["POSTCARD_SHARED_LIBGD"] == nil))
        func `the program contains libgd's blending and does not load libgd`() throws {
            let path = PostcardCommand(in: try TemporaryFolder()).path
            let program = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
            #expect(program.range(of: Data("libgd.so".utf8)) == nil)
        }

        @Test func `libraries that lay out text, decode rare formats or use HTTP are loaded only when needed`()
            async throws
        {
            let folder = try TemporaryFolder()
            let command = PostcardCommand(in: folder, environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
            let loaded = try await command.run("--version").text
            #expect(loaded.contains("libfreetype.so"))
            for name in ["harfbuzz", "fribidi", "glib", "fontconfig", "tiff", "heif", "webp", "lcms", "curl"] {
                #expect(!loaded.contains("lib\(name)"), "\(loaded)")
            }
        }
    }
#endif
