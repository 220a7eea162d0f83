import { competitionNamed } from './competitions.ts'

export interface FeedTitle {
  /** Without notes, the competition and the season. */
  name: string
  /** The competition that the title itself names. */
  competition: string | null
  /** A part of a race weekend: only the race is an event of ours. */
  session: 'race' | 'other' | null
  /** Who may be meant to play whom; certain where "v" stands between them. */
  pairing: { home: string; away: string; isCertain: boolean } | null
  isTentative: boolean
  status: 'postponed' | 'cancelled' | null
}

const note = /\s*[([](?:date |time |kick-?off )*(?:tbc|tba|tbd|to be (?:confirmed|announced|decided))[)\]]$/i
const shout = /^(cancell?ed|postponed)\s*[:!–—-]+\s*|\s*[([](cancell?ed|postponed)[)\]]$/i
const otherSession =
  /^(?:fp ?\d|(?:free )?practice(?: \d)?|prove libere(?: \d)?|qualif\p{L}*|qualy|sprint(?: .+)?|shoot-?out|warm-?up)$/iu
const raceSession = /^(?:race|gara|rennen|course|carrera|corrida)$/i

/**
 * Reads what people pack into a title: 'Arsenal FC v Manchester City FC (date TBC)',
 * 'Formula 1 — Australian Grand Prix 2026 — Gara', 'CANCELLED: Fulham v Brentford'.
 */
export function readTitle(title: string): FeedTitle {
  const isTentative = note.test(title)
  const shouted = shout.exec(title.replace(note, ''))
  const plain = title.replace(note, '').replace(shout, '').trim()
  const parts = plain.split(/\s+[—–|-]\s+|:\s+/).filter((part) => part !== '')
  const found = parts.map((part) => competitionNamed(withoutSeason(part)))
  const competition = found.find((one) => one !== undefined) ?? null
  const sessions = parts.map((part) => sessionOf(part))
  const isMotorsport = competition?.parent.slug === 'motorsport'
  const kept = parts.filter((_, at) => !found[at] && !(isMotorsport && sessions[at]))
  // Only what was taken out of the title may change how the rest of it is joined.
  const name = kept.length === parts.length ? plain : kept.join(' - ')
  return {
    name: withoutSeason(name) || plain,
    competition: competition?.slug ?? null,
    session: isMotorsport ? (sessions.find((session) => session !== null) ?? null) : null,
    pairing: pairingOf(name),
    isTentative,
    status: statusOf(shouted?.[1] ?? shouted?.[2]),
  }
}

/** 'Premier League 2026/27' → 'Premier League'. */
export function withoutSeason(text: string): string {
  return text.replace(/\s+20\d\d(?:[/-]\d\d(?:\d\d)?)?$/, '').trim()
}

function statusOf(word: string | undefined): FeedTitle['status'] {
  if (word === undefined) return null
  return word.toLowerCase() === 'postponed' ? 'postponed' : 'cancelled'
}

function sessionOf(part: string): 'race' | 'other' | null {
  if (otherSession.test(part)) return 'other'
  return raceSession.test(part) ? 'race' : null
}

function pairingOf(name: string): FeedTitle['pairing'] {
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
