import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { Fixture, FixtureRow, FixtureSource, FixtureTime } from '../fixtures/fixture.ts'

/** What the reader of a source's feed of events needs in addition to the file. */
export interface SourceFeedContext {
  /** Namespace of the feed's ids. */
  source: string
  competitions: Competitions
  now: Date
}

/**
 * An event in a source's feed. `isOverride`: it replaces one occurrence of a repeating event, also if it comes first.
 * `isSingle`: no other row of the feed has its id.
 */
export type SourceFeedRow = FixtureRow & { isOverride?: boolean; isSingle?: boolean }

/**
 * Yields one row per id: the newest version or, without versions, the last line. Reads the feed twice, so that only ids
 * stay in memory. `readRepeated`, for the first time, may leave out rows with `isSingle`.
 */
export async function* newestOnly(
  read: () => AsyncIterable<SourceFeedRow>,
  readRepeated = read,
): AsyncGenerator<FixtureRow> {
  const newest = new Map<string, number>()
  const versions = new Map<string, FixtureSource['version']>()
  const overridden = new Set<string>()
  let index = 0
  for await (const row of readRepeated()) {
    const source = sourceOf(row)
    if (!source || row.isSingle === true) continue
    const replaces = row.isOverride === true && !overridden.has(source.id)
    const isBehind = overridden.has(source.id) && row.isOverride !== true
    const isOlder = newest.has(source.id) && isNewer(versions.get(source.id) ?? null, source.version)
    if (replaces || (!isBehind && !isOlder)) {
      newest.set(source.id, index)
      if (source.version) versions.set(source.id, source.version)
    }
    if (row.isOverride === true) overridden.add(source.id)
    index += 1
  }
  index = 0
  for await (const { isOverride: _, isSingle, ...row } of read()) {
    const source = sourceOf(row)
    if (!source || isSingle === true) {
      yield row
      continue
    }
    if (newest.get(source.id) === index) yield row
    else if ('fixture' in row && !row.fixture.onlyIfKnown && !overridden.has(source.id))
      yield {
        line: row.line,
        skip: `${row.fixture.identity.title}: ${source.version ? 'the file has a newer version' : 'appears again in the file'}`,
      }
    index += 1
  }
}

const sourceOf = (row: FixtureRow) => ('fixture' in row ? row.fixture.source : null)

/** Whether `left` is newer than `right`; always false without versions. */
export function isNewer(left: FixtureSource['version'], right: FixtureSource['version']): boolean {
  if (!left || !right) return false
  if (left.sequence !== right.sequence) return left.sequence > right.sequence
  return left.timestamp > right.timestamp
}

/** The day of a time as the source writes it. */
export function dayOf(when: FixtureTime): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}

/** Identity and performers of an event that a feed describes by teams, or else by its title. */
export function partiesOf(
  id: string,
  title: string,
  teams: { home: string; away: string } | null,
  artists: readonly string[],
): Pick<Fixture, 'identity' | 'performers'> {
  const performers = artists.map((name) => ({ name, role: 'performer' as const, countryCode: null }))
  if (!teams) return { identity: { name: id, title }, performers }
  return {
    identity: { ...teams, part: null, title },
    performers: [
      { name: teams.home, role: 'home', countryCode: null },
      { name: teams.away, role: 'away', countryCode: null },
      ...performers,
    ],
  }
}
