/** A row of `competitions` with its category, for imports and search. */
export interface Competition {
  categoryId: number
  /** Category of its sport or genre. */
  sportId: number
  slug: string
  name: string
  /** Namespace of performer names: one name can mean clubs in two countries. */
  scope: string
  countryCode: string | null
  titleStyle: TitleStyle
  /** The month in which a season starts, 1 to 12. */
  firstMonth: number
  seasonNaming: SeasonNaming
  /** Kick-offs more than this many days ahead are placeholders; `null` when published times are reliable. */
  confirmAheadDays: number | null
  participants: Participants
  /** How long its events take, in minutes. */
  durationMinutes: number
  /** Whether each session of a weekend is an event, by the session's name in matching form. */
  sessions: ReadonlyMap<string, boolean>
  /** Who takes part in every event of a season, by the season's name. */
  entrants: ReadonlyMap<string, readonly Entrant[]>
}

/** A performer on an entry list. */
export interface Entrant {
  id: number
  role: 'performer' | 'driver' | 'constructor'
}

export const titleStyles = ['versus', 'at', 'own'] as const
export type TitleStyle = (typeof titleStyles)[number]
export const seasonNamings = ['start year', 'both years'] as const
export type SeasonNaming = (typeof seasonNamings)[number]

/** `home-away`: two performers meet. `single`: events of one performer or of all entrants. `festival`: a line-up. */
export const participantKinds = ['home-away', 'single', 'festival'] as const
export type Participants = (typeof participantKinds)[number]

/** Performers of events outside any league share one namespace. */
export const artistScope = 'artist'

/** Name of the season for a day (`YYYY-MM-DD`): `2026-27`, or `2026`. */
export function seasonOf(
  { firstMonth, seasonNaming }: Pick<Competition, 'firstMonth' | 'seasonNaming'>,
  day: string,
): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const from = month >= firstMonth ? year : year - 1
  return seasonNaming === 'start year' ? String(from) : `${from}-${String((from + 1) % 100).padStart(2, '0')}`
}

/** The title of an event of two performers, as the competition writes it. */
export function pairTitle(style: TitleStyle, home: string, away: string): string {
  return style === 'at' ? `${away} at ${home}` : `${home} vs ${away}`
}

/** The kind of performer that the competition's events usually have. */
export function defaultPerformerKind({
  scope,
  participants,
}: Pick<Competition, 'scope' | 'participants'>): 'artist' | 'driver' | 'team' {
  if (scope === artistScope || participants === 'festival') return 'artist'
  return participants === 'single' ? 'driver' : 'team'
}
