import ArgumentParser

struct CompletionsCommand: ParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.",
        discussion: """
            The Tab key then completes commands, options, files, templates, and the pins,
            journals and ids of your library. To complete the pictures and options of a
            meme, type postcard meme make in full.

            EXAMPLES
              mkdir -p ~/.local/share/bash-completion/completions
              postcard completions bash > \\
                ~/.local/share/bash-completion/completions/postcard
              mkdir -p ~/.zfunc && postcard completions zsh > ~/.zfunc/_postcard
              mkdir -p ~/.config/fish/completions
              postcard completions fish > ~/.config/fish/completions/postcard.fish

            For zsh, ~/.zshrc needs two lines: fpath+=~/.zfunc, followed by
            autoload -Uz compinit && compinit.
            """)

    @Argument(help: "Your shell.") var shell: Shell

    func run() throws { Console.printText(Postcard.completionScript(for: shell.completionShell)) }
}
