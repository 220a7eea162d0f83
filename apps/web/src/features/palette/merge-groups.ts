import type { EntryGroup, PaletteEntry } from './palette-entry.ts'

/**
 * Adds new results below the visible lines, at the end of the last group or as a "More" group, so that no line moves
 * under the pointer or under the highlight. Commands that are no longer possible disappear.
 */
export function mergeGroups(shown: readonly EntryGroup[], found: readonly EntryGroup[]): EntryGroup[] {
  const latest = new Map(found.flatMap(({ entries }) => entries.map((entry) => [entry.value, entry])))
  const kept = shown
    .map(({ title, entries }) => ({ title, entries: entries.flatMap((entry) => latestOf(entry, latest)) }))
    .filter(({ entries }) => entries.length > 0)
  const known = new Set(kept.flatMap(({ entries }) => entries.map(({ value }) => value)))
  const added = found
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ value }) => !known.has(value)) }))
    .filter(({ entries }) => entries.length > 0)
  const titles = new Set(kept.map(({ title }) => title))
  const last = kept.at(-1)
  const below = added.filter(({ title }) => title !== baseTitle(last?.title))
  const continued = added.find(({ title }) => title === baseTitle(last?.title))
  if (last && continued) last.entries.push(...continued.entries)
  return [
    ...kept,
    ...below.map(({ title, entries }) => ({
      title: titles.has(title) ? morePrefix + title : title,
      entries,
    })),
  ]
}

/** A page stays while the palette is open, even if it is not found again. */
function latestOf(entry: PaletteEntry, latest: ReadonlyMap<string, PaletteEntry>): PaletteEntry[] {
  const found = latest.get(entry.value)
  if (found) return [found]
  return entry.kind === 'command' ? [] : [entry]
}

const morePrefix = 'More: '
const baseTitle = (title: string | undefined) => title?.replace(morePrefix, '')
