#!/bin/sh
# PostgreSQL's archive_command: hands a segment of the write-ahead log to pgBackRest.
# Usage: archive-wal.sh <pgbackrest.conf> <stanza> <path of the segment>
#
# A leader that was cut off archives its last segment when it stops. The other nodes left its timeline earlier in the same
# segment, so they have another copy of it. One that becomes the leader later archives that copy, and pgBackRest refuses it.
# Nothing needs it, as the new timeline repeats its records; but a refused segment would stop the archive for good. So such a
# copy counts as archived.
set -u
config=$1
stanza=$2
path=$3
differs_from_archive=45
segment_bytes=16777216

pgbackrest --config="$config" --stanza="$stanza" archive-push "$path"
status=$?
[ "$status" -eq "$differs_from_archive" ] || exit "$status"

# Timeline, log and segment, 8 hexadecimal digits each. `.partial`: the last segment of a timeline, kept by who left it.
name=$(basename "$path" .partial)
echo "$name" | grep -Eq '^[0-9A-F]{24}$' || exit "$status"
# The numbers of other segment sizes mean other positions.
[ "$(wc -c <"$path")" -eq "$segment_bytes" ] || exit "$status"
timeline=$((0x$(echo "$name" | cut -c1-8)))
segment=$(((0x$(echo "$name" | cut -c9-16) << 8) + 0x$(echo "$name" | cut -c17-24)))

# The newest history lists each earlier timeline with the position at which it ended, such as "3	0/17123940	reason".
history=$(find "$(dirname "$path")/" -maxdepth 1 -name '????????.history' | sort | tail -n 1)
[ -n "$history" ] || exit "$status"
end=$(awk -v timeline="$timeline" '$1 == timeline { print $2 }' "$history")
[ -n "$end" ] || exit "$status"
last_segment=$(((0x${end%/*} << 8) + (0x${end#*/} >> 24)))
[ "$segment" -ge "$last_segment" ] || exit "$status"

echo "$name is skipped: the archive has the copy of a former leader, and timeline $timeline ended at $end" >&2
