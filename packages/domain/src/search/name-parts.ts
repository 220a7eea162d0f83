import type { NamedMeaning } from './name-index.ts'
import { nameKinds } from './name-index.ts'
import { nameKey } from './query-tokens.ts'
import type { EventPart, Span } from './query-part.ts'

/** Facets of the event index by which events of a name are found, in any of them. */
const facetNames = {
  performer: ['home_id', 'away_id', 'performer_ids'],
  competition: ['category.id'],
  venue: ['venue.id'],
  city: ['venue.city'],
  country: ['venue.country_code'],
} as const

const kindLabels = {
  performer: 'performer',
  rivalry: 'match',
  competition: 'competition',
  venue: 'venue',
  city: 'city',
  country: 'country',
} as const

/** Values of one name; a filter has room for no more. */
const maxValues = 90

/** The kinds of a name in the order in which people mean them. */
function kindsOf(meanings: readonly NamedMeaning[]) {
  return nameKinds.filter((kind) => meanings.some((meaning) => meaning.kind === kind))
}

/**
 * The part for a name. One that several kinds share, such as Liverpool, finds all of them; the ranking puts performers
 * first.
 */
export function namePart(span: Span, text: string, meanings: readonly NamedMeaning[]): EventPart {
  const kinds = kindsOf(meanings)
  const [kind = 'performer', ...otherKinds] = kinds
  const ofKind = meanings.filter((meaning) => meaning.kind === kind)
  const [first] = ofKind
  const labels = [...new Set(ofKind.map(({ label }) => label))]
  // New York is also what people call places near it.
  const ownName = labels.find((label) => first !== undefined && nameKey(label) === nameKey(first.name))
  return {
    ...span,
    kind,
    text,
    label: ownName ?? (labels.slice(0, 3).join(' or ') || text),
    alternatives: otherKinds.map((each) => kindLabels[each]),
    facets: kind === 'rivalry' ? rivals(ofKind) : [meanings.flatMap(facetsOf).slice(0, maxValues)],
    ranges: [],
    name: first?.name ?? text,
  }
}

/** The same part as a performer only, where another performer or a side tells that it is one. */
export function asPerformer(part: EventPart, meanings: readonly NamedMeaning[]): EventPart {
  const performers = meanings.filter(({ kind }) => kind === 'performer')
  return performers.length === 0 || performers.length === meanings.length
    ? part
    : namePart(part, part.text, performers)
}

function facetsOf({ kind, values }: NamedMeaning): string[] {
  if (kind === 'event' || kind === 'rivalry') return []
  return values.flatMap((value) => facetNames[kind].map((name) => facet(name, value)))
}

/** The first of several rivalries of that name: a match has two performers. */
function rivals(meanings: readonly NamedMeaning[]): string[][] {
  return (meanings[0]?.values ?? []).map((id) => facetNames.performer.map((name) => facet(name, id)))
}

/** A leading dash would negate the value. */
export function facet(name: string, value: string): string {
  return `${name}:${value.startsWith('-') ? '\\' : ''}${value}`
}
