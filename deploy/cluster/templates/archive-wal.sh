#!/bin/sh
# PostgreSQL's archive_command: hands a segment of the write-ahead log to pgBackRest.
# Usage: archive-wal.sh <pgbackrest.conf> <stanza> <path of the segment>
#
# A leader that was cut off archives its last segment when it stops. Its successor left that timeline earlier in the same
# segment and keeps another copy of it, which pgBackRest refuses. Nothing needs that copy, as the successor's own timeline
# repeats its records; but a refused segment would stop the archive for good. So such a copy counts as archived.
set -u
config=$1
stanza=$2
path=$3
differs_from_archive=45

pgbackrest --config="$config" --stanza="$stanza" archive-push "$path"
status=$?
[ "$status" -eq "$differs_from_archive" ] || exit "$status"

# Timeline, log and segment, 8 hexadecimal digits each.
name=$(basename "$path")
echo "$name" | grep -Eq '^[0-9A-F]{24}$' || exit "$status"
timeline=$((0x$(echo "$name" | cut -c1-8)))
segment=$(((0x$(echo "$name" | cut -c9-16) << 8) + 0x$(echo "$name" | cut -c17-24)))

# The newest history lists each earlier timeline with the position at which it ended, such as "3	0/17123940	reason".
history=$(find "$(dirname "$path")" -name '????????.history' | sort | tail -n 1)
[ -n "$history" ] || exit "$status"
end=$(awk -v timeline="$timeline" '$1 == timeline { print $2 }' "$history")
[ -n "$end" ] || exit "$status"
# Segments have 16 MB.
last_segment=$(((0x${end%/*} << 8) + (0x${end#*/} >> 24)))
[ "$segment" -ge "$last_segment" ] || exit "$status"

echo "$name is skipped: the archive has the copy of a former leader, and timeline $timeline ended at $end" >&2
