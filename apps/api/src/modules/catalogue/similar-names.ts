import { matchKey } from './match-key.ts'

const shown = 5
/** Below this share of common letter groups two names only happen to have some in common. */
const alike = 0.35

/** The names most like what was asked for, best first; none where nothing comes near. */
export function similarNames<Item extends { title: string }>(wanted: string, items: readonly Item[]): Item[] {
  const asked = trigramsOf(wanted)
  return items
    .map((item) => ({ item, likeness: likeness(asked, trigramsOf(item.title)) }))
    .filter((candidate) => candidate.likeness >= alike)
    .toSorted((left, right) => right.likeness - left.likeness)
    .slice(0, shown)
    .map(({ item }) => item)
}

/** Groups of three letters of each word, its ends included: a slip of the pen spoils few of them. */
function trigramsOf(name: string): Set<string> {
  const groups = new Set<string>()
  for (const word of matchKey(name).split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) groups.add(padded.slice(at, at + 3))
  }
  return groups
}

/** Twice the common groups over all groups, 0 to 1. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return (2 * left.intersection(right).size) / (left.size + right.size)
}
