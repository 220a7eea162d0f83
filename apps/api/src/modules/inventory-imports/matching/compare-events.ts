import { matchKey } from '@terrace/domain/text/match-key'
import type { NamedEvent } from '../reading/inventory-row.ts'
import type { CatalogueEvent } from './catalogue-events.repo.ts'
import type { EventCandidate } from './import-events.repo.ts'

const maxCandidates = 5
const minScore = 35
/** Times in file and catalogue may differ by this much and mean the same event. A matinee and an evening differ by more. */
const sameTimeMinutes = 150

const pairWords = /\s+(?:v|vs|versus|at|@|-|–)\.?\s+/i
const fillers = new Set('v vs versus at the a and of fc cf afc sc live in concert tour tickets'.split(' '))

/** More words name no event; comparing them takes time. */
const maxWords = 30

const titleKey = (name: string) => matchKey(name).replaceAll(/\b(?:vs|versus)\b/g, 'v')

/** The one event that the file certainly means: same venue, day and name. */
export function findExact(named: NamedEvent, events: readonly CatalogueEvent[]): CatalogueEvent | undefined {
  if (named.venue === '' || named.name === '') return undefined
  const onDay = events.filter(({ day }) => day === named.day)
  if (onDay.length === 0) return undefined
  const venueKey = matchKey(named.venue)
  const atVenue = onDay.filter((event) => hasVenueKey(event, venueKey))
  const sameName = atVenue.filter((event) => isSameName(named.name, event))
  const atTime = sameName.filter(({ time }) => named.time !== null && time === named.time)
  const [found, ...others] = atTime.length === 1 ? atTime : sameName
  return found && others.length === 0 && minutesApart(named, found) <= sameTimeMinutes ? found : undefined
}

/** Up to five events that the file could mean, the likeliest first. */
export function rankCandidates(named: NamedEvent, events: readonly CatalogueEvent[]): EventCandidate[] {
  const words = { name: wordsOf(named.name), venue: wordsOf(named.venue), venueKey: matchKey(named.venue) }
  return events
    .map((event) => ({ event, score: scoreOf(named, words, event) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((left, right) => right.score - left.score || left.event.id - right.event.id)
    .slice(0, maxCandidates)
    .map(({ event, score }) => candidateOf(named, event, score))
}

export function candidateOf(named: NamedEvent, event: CatalogueEvent, score: number): EventCandidate {
  const { id: eventId, title, venue, day, time } = event
  const differs: EventCandidate['differs'] = []
  if (named.day !== null && named.day !== day) differs.push('day')
  if (named.time !== null && time !== null && named.time !== time) differs.push('time')
  if (named.venue !== '' && !hasVenueKey(event, matchKey(named.venue))) differs.push('venue')
  return { eventId, title, venue, localAt: `${day}T${time ?? '00:00'}`, score, differs }
}

const hasVenueKey = (event: CatalogueEvent, key: string) =>
  key === namesOf(event).venueKey() || event.venueKeys.includes(key)

function isSameName(name: string, event: CatalogueEvent): boolean {
  const { titleKeys, performers } = event
  const key = titleKey(name)
  if (key === namesOf(event).titleKey() || titleKeys.includes(matchKey(name))) return true
  const sides = name.split(pairWords).map(matchKey)
  const [first, second] = sides
  if (sides.length !== 2 || first === undefined || second === undefined)
    return performers.length === 1 && (performers[0]?.includes(matchKey(name)) ?? false)
  // Some systems name the away team first.
  const at = performers.findIndex((keys) => keys.includes(first))
  return at >= 0 && performers.some((keys, index) => index !== at && keys.includes(second))
}

function minutesApart(named: NamedEvent, { time }: CatalogueEvent): number {
  if (named.time === null || time === null) return 0
  return Math.abs(minutesOf(named.time) - minutesOf(time))
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

interface NamedWords {
  name: readonly string[]
  venue: readonly string[]
  venueKey: string
}

function scoreOf(named: NamedEvent, words: NamedWords, event: CatalogueEvent): number {
  const { titleWords, venueWords } = namesOf(event)
  const name = Math.max(0, ...titleWords().map((title) => likeness(words.name, title)))
  if (name === 0) return 0
  const days = named.day === null ? 3 : Math.abs(Date.parse(named.day) - Date.parse(event.day)) / 86_400_000
  const venue =
    named.venue === '' ? 0.5 : hasVenueKey(event, words.venueKey) ? 1 : likeness(words.venue, venueWords())
  const late = minutesApart(named, event) > sameTimeMinutes ? 5 : 0
  return Math.round(60 * name + 25 * Math.max(0, 1 - days / 4) + 15 * venue - late)
}

interface EventNames {
  titleKey(): string
  venueKey(): string
  titleWords(): string[][]
  venueWords(): string[]
}

/** Of each event while it is compared with the names of a file. */
const knownNames = new WeakMap<CatalogueEvent, EventNames>()

function namesOf(event: CatalogueEvent): EventNames {
  const known = knownNames.get(event)
  if (known) return known
  const { title, titleKeys, performers, venue } = event
  // Most events are compared by their venue only.
  const titles = () => [title, ...titleKeys, performers.flatMap((keys) => keys.slice(0, 1)).join(' ')]
  const names = {
    titleKey: once(() => titleKey(title)),
    venueKey: once(() => matchKey(venue)),
    titleWords: once(() => titles().map(wordsOf)),
    venueWords: once(() => wordsOf(venue)),
  }
  knownNames.set(event, names)
  return names
}

/** Computes the value when it is first asked for. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined
  return () => (computed ??= { value: compute() }).value
}

function wordsOf(name: string): string[] {
  const words = new Set(matchKey(name).split(' '))
  return [...words].filter((word) => !fillers.has(word)).slice(0, maxWords)
}

/** From 0 to 1: the share of the words of both names that the other name also has, possibly in a similar spelling. */
function likeness(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0
  const shared = (from: readonly string[], other: readonly string[]) =>
    from.reduce((sum, word) => sum + Math.max(...other.map((one) => wordLikeness(word, one))), 0)
  return (shared(left, right) + shared(right, left)) / (left.length + right.length)
}

function wordLikeness(left: string, right: string): number {
  if (left === right) return 1
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  return short.length >= 3 && long.startsWith(short) ? 0.8 : 0
}
