import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { matchKey } from '../../matching/match-key.ts'

export interface SourceTitle {
  /** Without notes, competition and season. */
  name: string
  competition: string | null
  /** Whether the named session of a weekend, such as practice, is an event of its own; `null` without a session. */
  isEventSession: boolean | null
  /** The teams the title may name; certain when "v" separates them. */
  pairing: { home: string; away: string; isCertain: boolean } | null
  isTentative: boolean
  status: 'postponed' | 'cancelled' | null
}

const tentativeMark =
  /\s*[([](?:date |time |kick-?off )*(?:tbc|tba|tbd|to be (?:confirmed|announced|decided))[)\]]$/i
const cancellationMark = /^(cancell?ed|postponed)\s*[:!–—-]+\s*|\s*[([](cancell?ed|postponed)[)\]]$/i

/**
 * Splits titles such as `Arsenal FC v Manchester City FC (date TBC)` or `Formula 1 — Australian Grand Prix 2026 —
 * Gara`.
 */
export function readTitle(title: string, competitions: Competitions): SourceTitle {
  const isTentative = tentativeMark.test(title)
  const cancellation = cancellationMark.exec(title.replace(tentativeMark, ''))
  const plain = title.replace(tentativeMark, '').replace(cancellationMark, '').trim()
  const parts = plain.split(/\s+[—–|-]\s+|:\s+/).filter((part) => part !== '')
  const found = parts.map((part) => competitions.named(withoutSeason(part)))
  const competition = found.find((one) => one !== undefined) ?? null
  const sessions = parts.map((part) => (competition ? isEventSession(competition, part) : null))
  const remainingParts = parts.filter((_, at) => !found[at] && sessions[at] === null)
  // Rejoin the parts only when one was removed, so other titles keep their punctuation.
  const name = remainingParts.length === parts.length ? plain : remainingParts.join(' - ')
  return {
    name: withoutSeason(name) || plain,
    competition: competition?.slug ?? null,
    isEventSession: sessions.find((session) => session !== null) ?? null,
    pairing: pairingOf(name),
    isTentative,
    status: statusOf(cancellation?.[1] ?? cancellation?.[2]),
  }
}

/** `Premier League 2026/27` → `Premier League`. */
export function withoutSeason(text: string): string {
  return text.replace(/\s+20\d\d(?:[/-]\d\d(?:\d\d)?)?$/, '').trim()
}

function statusOf(word: string | undefined): SourceTitle['status'] {
  if (word === undefined) return null
  return word.toLowerCase() === 'postponed' ? 'postponed' : 'cancelled'
}

/**
 * Whether a session of this name is an event, or `null` when the competition has no such session. The longest known
 * name at the start decides: `Sprint Qualifying`, `Practice 2` and `FP1` are sessions.
 */
export function isEventSession({ sessions }: Pick<Competition, 'sessions'>, part: string): boolean | null {
  const words = matchKey(part.replace(/\d+$/, '')).split(' ')
  for (let length = words.length; length > 0; length -= 1) {
    const isEvent = sessions.get(words.slice(0, length).join(' '))
    if (isEvent !== undefined) return isEvent
  }
  return null
}

function pairingOf(name: string): SourceTitle['pairing'] {
  const versus = halves(name, /\s+(?:vs?\.?|versus)\s+/i)
  if (versus) return { home: versus[0], away: versus[1], isCertain: true }
  const at = halves(name, /\s+(?:@|at)\s+/i)
  if (at) return { home: at[1], away: at[0], isCertain: false }
  const dash = halves(name, /\s+[–—-]\s+/)
  return dash && { home: dash[0], away: dash[1], isCertain: false }
}

function halves(name: string, separator: RegExp): [string, string] | null {
  const [left = '', right = '', ...rest] = name.split(separator).map((half) => half.trim())
  return left !== '' && right !== '' && rest.length === 0 ? [left, right] : null
}
