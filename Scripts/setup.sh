# Sourced by scripts: installs the system packages that are missing and finds Swift.

set -euo pipefail
source "${BASH_SOURCE[0]%/*}/usage.sh"

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The system libraries that Package.swift links to, and a C compiler for their headers.
build_packages=(
    build-essential git pkg-config
    libgd-dev libjpeg-dev libpng-dev libfreetype-dev libharfbuzz-dev libfribidi-dev libfontconfig-dev libglib2.0-dev
    liblcms2-dev libwebp-dev libtiff-dev libheif-dev libaom-dev libde265-dev libisal-dev zlib1g-dev
    libssl-dev libcurl4-openssl-dev libqrencode4
)

# Other tools that read Postcard's files, fonts for scripts that Frankmark lacks, Thai words, and ffmpeg for videos.
test_packages=(
    jq zsh fish curl python3 python3-venv openssl libjpeg-turbo-progs ffmpeg libthai0 libimage-exiftool-perl
    unicode-data fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
)

# Pango, the reference for line breaks; browsers and a type checker for the web app; GNU parallel; backups; a proxy and monitoring for several
# services. The tests start nginx and Prometheus on free ports, so running instances don't matter. Tests are skipped if their
# packages are not available.
optional_packages=(libpangoft2-1.0-0 chromium chromium-headless-shell webkit2gtk-driver xvfb node-typescript nginx parallel prometheus restic)

# Builds the released program, without debug information. Further arguments are passed to SwiftPM.
build_release() {
    swift build -c release --static-swift-stdlib --disable-index-store -debug-info-format none --product postcard "$@"
}

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages NAME…: installs these Debian and Ubuntu packages if they are missing.
install_packages() {
    if ! command -v apt-get >/dev/null; then
        [ "$(uname)" = Darwin ] && return 0
        echo "Only Debian and Ubuntu are supported. Install the equivalents of these packages yourself: $*" >&2
        return 0
    fi
    local missing=()
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} = 0 ] && return 0
    say "Installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# install_optional NAME…: like install_packages, except that unavailable packages are skipped and failures don't end the script.
install_optional() {
    install_packages "$@" && return 0
    local known=()
    for package in "$@"; do
        if apt-cache show "$package" >/dev/null 2>&1; then known+=("$package"); else echo "Package not available: $package." >&2; fi
    done
    if [ ${#known[@]} = $# ] || ! install_packages "${known[@]}"; then echo "Not installed: ${known[*]}." >&2; fi
}

# python_with NAME PACKAGE…: prints the Python of the virtual environment .build/NAME, which contains these packages. Fails if PyPI
# can't be reached.
python_with() {
    local environment=".build/$1"
    shift
    [ -x "$environment/bin/python" ] || python3 -m venv "$environment" >&2 || return
    "$environment/bin/python" -m pip install --quiet --no-compile --disable-pip-version-check "$@" >&2 || return
    echo "$environment/bin/python"
}

need_swift() {
    command -v swift >/dev/null && return 0
    echo "Swift 6.2 or later is needed; see https://www.swift.org/install/" >&2
    exit 69
}
