import type { EntryGroup } from './palette-entry.ts'

/**
 * Merges new results into the visible groups without moving the highlighted line: new lines are added below it, at the
 * end of their group or as a "More" group.
 */
export function mergeGroups(
  shown: readonly EntryGroup[],
  found: readonly EntryGroup[],
  highlighted: string | undefined,
): EntryGroup[] {
  const foundByTitle = new Map(found.map((group) => [group.title, group.entries]))
  const known = new Set(valuesOf(shown))
  const activeIndex = shown.findIndex(({ entries }) => entries.some(({ value }) => value === highlighted))
  const kept = shown.map(({ title, entries }, index) => {
    const current = foundByTitle.get(baseTitle(title)) ?? []
    const stillFound = entries.flatMap(({ value }) => current.find((entry) => entry.value === value) ?? [])
    const added = index < activeIndex ? [] : current.filter(({ value }) => !known.has(value))
    for (const { value } of added) known.add(value)
    return { title, entries: [...stillFound, ...added] }
  })
  const titles = new Set(shown.map(({ title }) => title))
  const later = found.flatMap(({ title, entries }) => {
    const added = entries.filter(({ value }) => !known.has(value))
    return added.length === 0
      ? []
      : [{ title: titles.has(title) ? morePrefix + title : title, entries: added }]
  })
  return [...kept, ...later].filter(({ entries }) => entries.length > 0)
}

const morePrefix = 'More: '
const baseTitle = (title: string) => (title.startsWith(morePrefix) ? title.slice(morePrefix.length) : title)

export const valuesOf = (groups: readonly EntryGroup[]): string[] =>
  groups.flatMap(({ entries }) => entries.map(({ value }) => value))
