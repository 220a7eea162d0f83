import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'

/** `2026/27`, `2026-2027` and `2026` as the competition names its seasons; `null` when it is no season. */
export function seasonName(text: string, { seasonNaming }: Pick<Competition, 'seasonNaming'>): string | null {
  const [, from, to] = /^(\d{4})(?:\s*[/–-]\s*(\d{2}|\d{4}))?$/.exec(text.trim()) ?? []
  if (from === undefined) return null
  if (seasonNaming === 'start year') return from
  const next = (Number(from) + 1) % 100
  return to === undefined || Number(to) % 100 === next ? `${from}-${String(next).padStart(2, '0')}` : null
}

/** How a season of the competition is written. */
export const seasonExample = ({ seasonNaming }: Pick<Competition, 'seasonNaming'>): string =>
  seasonNaming === 'start year' ? '2026' : '2026-27'

export const noSeason = (text: string, competition: Pick<Competition, 'name' | 'seasonNaming'>): string =>
  `"${text}" is no season of ${competition.name}, which are written like ${seasonExample(competition)}`

/** The parts of a title such as `English Premier League 2026/27`. */
export function splitTitle(title: string): { name: string; season: string | null } {
  const [, name = title, season = null] = /^(.+?)\s+(\d{4}(?:[/–-]\d{2,4})?)$/.exec(title.trim()) ?? []
  return { name: name.trim(), season }
}

/** The competition with this slug or name, or the reason why there is none. */
export function findCompetition(competitions: Competitions, text: string): Competition | string {
  const found = competitions.find([text])
  if (found) return found
  if (text === '') return 'the competition is missing'
  const known = competitions.slugs.slice(0, 20).join(', ')
  return `unknown competition "${text}"; known: ${known}. Add it: npm run admin -- catalogue competition <slug> --name <name> --sport <sport>`
}
