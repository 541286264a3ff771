import ArgumentParser

struct CompletionsCommand: AsyncParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a script that completes what you type in bash, zsh or fish.",
        discussion: """
            The Tab key then knows commands, options, files, templates, and the pins,
            journals and ids of your library.

            EXAMPLES
              mkdir -p ~/.local/share/bash-completion/completions
              postcard completions bash > \\
                ~/.local/share/bash-completion/completions/postcard
              mkdir -p ~/.zfunc && postcard completions zsh > ~/.zfunc/_postcard
              mkdir -p ~/.config/fish/completions
              postcard completions fish > ~/.config/fish/completions/postcard.fish

            For zsh, ~/.zshrc needs two lines: fpath+=~/.zfunc, and behind it
            autoload -Uz compinit && compinit.
            """)

    @Argument(help: "Your shell.") var shell: Shell

    func run() throws { Console.printText(shell.script) }
}

/// The command that the completion scripts call. It prints the kind of file names to offer on the first line, then one word per line.
struct CompleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Complete a line, for the scripts of completions.", shouldDisplay: false)

    @Argument(help: "The words of the line so far.") var words: [String] = []

    func run() throws {
        let completer = Completer(words)
        Console.print(completer.kind.text)
        for word in completer.words { Console.print(word) }
    }
}

extension CompletionsCommand.Shell {
    fileprivate var script: String {
        switch self {
        case .bash:
            #"""
            # Completion of postcard for bash.
            _postcard() {
                local current=${COMP_WORDS[COMP_CWORD]} kind= line extension
                [[ $current == = ]] && current=
                COMPREPLY=()
                while IFS= read -r line; do
                    if [[ -z $kind ]]; then
                        kind=$line
                    elif [[ $kind == words && $current != [\"\']* ]]; then
                        COMPREPLY+=("$(printf %q "$line")")
                    else
                        COMPREPLY+=("$line")
                    fi
                done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                [[ $kind == words ]] && return
                compopt -o filenames 2>/dev/null
                local name=${current#[\"\']}
                if [[ $kind == folders ]]; then
                    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$name")
                    return
                fi
                while IFS= read -r line; do
                    if [[ $kind == files || -d $line ]]; then
                        COMPREPLY+=("$line")
                    else
                        for extension in ${kind#files }; do
                            [[ $line == *."$extension" ]] && COMPREPLY+=("$line")
                        done
                    fi
                done < <(compgen -f -- "$name")
            }
            complete -F _postcard postcard
            """#
        case .zsh:
            #"""
            #compdef postcard
            # Completion of postcard for zsh.
            _postcard() {
                local kind
                local -a lines
                lines=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                kind=$lines[1]
                shift lines
                (( $#lines )) && compadd -- $lines
                case $kind in
                    (files) _files ;;
                    (files*) _files -g "*.(${(j:|:)${(s: :)kind#files }})(-.)" ;;
                    (folders) _files -/ ;;
                esac
            }
            if [[ $funcstack[1] == _postcard ]]; then _postcard "$@"; else compdef _postcard postcard; fi
            """#
        case .fish:
            #"""
            # Completion of postcard for fish.
            function __postcard_complete
                set -l words (commandline -opc) (commandline -ct)
                set -l lines (command $words[1] complete -- $words[2..-1] 2>/dev/null)
                printf '%s\n' $lines[2..-1]
                switch "$lines[1]"
                    case 'files*'
                        __fish_complete_path (commandline -ct)
                    case folders
                        __fish_complete_directories (commandline -ct)
                end
            end
            complete -c postcard -f -a '(__postcard_complete)'
            """#
        }
    }
}
