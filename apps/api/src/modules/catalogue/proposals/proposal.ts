import { matchKey } from '../matching/match-key.ts'

export const performerKinds = ['team', 'artist', 'driver', 'constructor'] as const
export type PerformerKind = (typeof performerKinds)[number]

/**
 * - `performer`, `venue`: accepted as a new one, or merged into a known one
 * - `competition`: a source's word for a competition, merged into one
 * - `event`: a title that a competition does not have, accepted as new, or merged into an event
 */
export const proposalKinds = ['performer', 'venue', 'competition', 'event'] as const
export type ProposalWhat = (typeof proposalKinds)[number]

/** A name that a file uses and the catalogue does not know. */
export interface UnknownName {
  what: ProposalWhat
  /** As the source spells it. */
  name: string
  /**
   * Where the name has one meaning: a performer's namespace (`Competition.scope`, `artistScope`), a venue's place
   * (`placeScope`), an event's competition, or one row (`rowScope`). Empty where the source leaves it open.
   */
  scope: string
  /** Kind of a performer, if the source tells. */
  kind: PerformerKind | null
  /** Slug of the competition whose events name it. */
  competition: string | null
  city: string | null
  countryCode: string | null
  line: number
}

export type ProposalStatus = 'open' | 'accepted' | 'merged' | 'rejected'

/** A stored proposal. */
export interface Proposal extends UnknownName {
  id: number
  status: ProposalStatus
  fileName: string
}

/** Names with one key are one proposal. */
export function proposalKey({ what, scope, name }: Pick<UnknownName, 'what' | 'scope' | 'name'>): string {
  return `${what}\n${scope}\n${matchKey(name)}`
}

/** Scope of a venue's name: `GB/london`, `GB` or nothing, by what the source states. */
export function placeScope(city: string | null, countryCode: string | null): string {
  const place = city === null ? '' : matchKey(city)
  return [countryCode ?? '', place].filter((part) => part !== '').join('/')
}

const rowPrefix = 'row '

/** Scope of a name that only one row of a source uses in its sense. */
export function rowScope({ source, ref }: { source: string; ref: string }): string {
  return `${rowPrefix}${source} ${ref}`
}

/** Whether a decision holds for the waiting row only. */
export function isRowOnly({ scope }: Pick<UnknownName, 'scope'>): boolean {
  return scope.startsWith(rowPrefix)
}
