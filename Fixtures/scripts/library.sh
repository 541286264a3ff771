#!/usr/bin/env bash
# Makes a library with records of every kind, some of them changed or deleted.
#
#     Fixtures/scripts/library.sh PROGRAM FOLDER
#
# Fixtures/library was made by the program at commit 1ad2ac54, and must not be changed: a test checks that the current program can open it.
set -euo pipefail
source "$(dirname "$0")/../../Scripts/usage.sh"
expect_at_most 2 "$@"
[ $# -eq 2 ] || misuse "Name the program and the folder of the library."
program=$(realpath "$1") folder=$(realpath -m "$2")
[ ! -e "$folder" ] || misuse "$folder already exists."
here=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work POSTCARD_LIBRARY=$work/library LC_ALL=C.UTF-8
postcard() { "$program" "$@" > /dev/null 2>&1; }
id() { "$program" "$@" --json 2> /dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])'; }

cd "$work"
postcard settings set keep-memes always
mkdir photos
cp "$here/small/jpeg-private-metadata.jpg" "$here/small/jpeg-444.jpg" photos
pin=$(id pin drop 50.6427,-1.92359 --name "Old Harry")
gone=$(id pin drop 0.5,32.5 --name Kampala)
postcard album open "$pin" --source folder:photos
journal=$(id journal add "Dorset – été")
postcard journal place "$journal" "$pin" --date 2025-06-21
note=$(id note add "$journal" --place "Old Harry" --text Rain --date 2025-06-21)
postcard note edit "$note" --text "Rain, then sun"
postcard entry add photos/jpeg-private-metadata.jpg --text "The cliffs" --journal "$journal" --place "Old Harry"
postcard entry add "$here/video/gate.webm" --text "The gate" --date 2025-06-22
postcard meme photos/jpeg-444.jpg "ONE DOES NOT" "SIMPLY WALK" -o meme.jpg
postcard template add photos/jpeg-444.jpg --name corners
postcard settings set owner "Ann Example"
postcard remove "$gone"
mkdir -p "$folder"
cp -r library/index.jsonl library/blobs library/templates "$folder"
