# Sourced by scripts in Bash. The comment at the top of a script is its help: --help and -h print it and end the script.

usage_text="$(sed -n '2,/^[^#]/{/^#/{s/^# \{0,1\}//;p}}' "${BASH_SOURCE[-1]}")"

case "${1:-}" in -h | --help) printf '%s\n' "$usage_text"; exit ;; esac

# misuse SENTENCE: reports wrong arguments and ends the script.
misuse() {
    printf '%s\n\n%s\n' "$1" "$usage_text" >&2
    exit 64
}

# expect_at_most COUNT ARGUMENT…: ends the script if there are more arguments, or if one is an option.
expect_at_most() {
    local most=$1 argument
    shift
    for argument in "$@"; do
        case "$argument" in -*) misuse "Unknown option: $argument" ;; esac
    done
    [ $# -le "$most" ] || misuse "Unexpected argument: ${!#}"
}

# need_program PROGRAM: ends the script if the program does not exist.
need_program() {
    command -v "$1" >/dev/null && return 0
    echo "Program not found: $1. Build it with Scripts/demo, or set POSTCARD to another program: POSTCARD=PROGRAM $0" >&2
    exit 69
}
