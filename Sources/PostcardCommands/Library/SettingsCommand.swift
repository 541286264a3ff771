import PostcardCore
import ArgumentParser
import PostcardLibrary

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show and change the settings of a library.",
        discussion: """
            SETTINGS \(Settings.Name.allCases.map { "  \($0.rawValue): \($0.values)"
            }.joined(separator: "\n"))

            EXAMPLES
              postcard settings list
              postcard settings set background "#F4EFE6"
              postcard settings reset background
            """,
        subcommands: [List.self, Get.self, Set.self, Reset.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all settings.",
            discussion: """
                EXAMPLES
                  postcard settings list
                  postcard settings list --json | jq -r .owner
                """)

        @Flag(help: "Print JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let settings = try options.open(creates: false).settings()
            if json {
                let values = Settings.Name.allCases.map { (NameKey($0.rawValue), settings[$0]) }
                return try JSONOutput.print([NameKey: String](uniqueKeysWithValues: values))
            }
            Table.print(["SETTING", "VALUE", "POSSIBLE"], Settings.Name.allCases) { name in
                [name.rawValue, settings[name], name.values]
            }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Print one setting.",
            discussion: """
                EXAMPLE
                  postcard settings get scroll
                """)

        @Argument(help: "The setting.") var name: Settings.Name

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let value = try options.open(creates: false).settings()[name]
            guard !value.isEmpty else {
                return Console.error(
                    "\(name.rawValue) is not set. Set it with: postcard settings set \(name.rawValue) …")
            }
            Console.print(value)
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change one setting.",
            discussion: """
                EXAMPLES
                  postcard settings set owner "Ann Example"
                  postcard settings set scroll horizontal
                """)

        @Argument(help: "The setting.") var name: Settings.Name

        @Argument(help: "The new value.") var value: String

        @OptionGroup var options: LibraryOptions

        func run() throws {
            var value = value
            if name == .source, value.hasPrefix("folder:") {
                value = "folder:\(UserPath.absolute(String(value.dropFirst(7))))"
            }
            let settings = try options.open(creates: true).changeSettings { [value] settings in
                try settings.set(name, to: value)
            }
            Console.print("\(name.rawValue) \(settings[name])")
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Reset settings to their defaults.",
            discussion: """
                EXAMPLES
                  postcard settings reset background
                  postcard settings reset
                """)

        @Argument(help: "The settings to reset. (default: all)") var names: [Settings.Name] = []

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let names = names.isEmpty ? Settings.Name.allCases : names
            let settings = try options.open(creates: false).changeSettings { settings in
                for name in names { settings.reset(name) }
            }
            for name in names { Console.print("\(name.rawValue) \(settings[name])") }
        }
    }
}
