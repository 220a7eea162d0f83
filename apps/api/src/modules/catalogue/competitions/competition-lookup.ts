import { matchKey } from '../matching/match-key.ts'
import type { Competition } from './competition.ts'

/** Competitions by slug or by a source's name. */
export interface Competitions {
  /** @throws RangeError for an unknown slug */
  bySlug(slug: string): Competition
  /** Finds a competition by its name, another title or a file code such as `en.1`. */
  named(name: string): Competition | undefined
  /** The first of a source's categories that matches a competition, by slug or name. */
  find(words: readonly string[]): Competition | undefined
  slugs: readonly string[]
  /**
   * Namespaces of all who can play in the competition: those of its sport, and of its country if it belongs to one.
   */
  scopesOf(competition: Competition): ReadonlySet<string>
}

/** `names` are in matching form. */
export function competitionLookup(
  rows: readonly { competition: Competition; names: readonly string[] }[],
): Competitions {
  const bySlug = new Map(rows.map(({ competition }) => [competition.slug, competition]))
  const byName = new Map(
    rows.flatMap(({ competition, names }) => names.map((name) => [name, competition] as const)),
  )
  const named = (name: string) => byName.get(matchKey(name))
  return {
    bySlug(slug) {
      const competition = bySlug.get(slug)
      if (!competition) throw new RangeError(`unknown competition ${slug}`)
      return competition
    },
    named,
    find: (words) =>
      words.map((word) => bySlug.get(word) ?? named(word)).find((found) => found !== undefined),
    slugs: [...bySlug.keys()],
    scopesOf: ({ sportId, countryCode }) =>
      new Set(
        rows
          .map(({ competition }) => competition)
          .filter((one) => one.sportId === sportId && (countryCode ?? one.countryCode) === one.countryCode)
          .map(({ scope }) => scope),
      ),
  }
}
