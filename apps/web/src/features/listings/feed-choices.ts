import type { FeedFacets, FeedResponse } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { deliveryLabel } from '@terrace/domain/delivery-types'
import type { PriceScale } from './price-scale.ts'
import { isSameSection, type FeedSearch } from './feed-search.ts'

/** Kinds of values of which any number may be chosen. */
export const choiceKinds = ['category', 'section', 'type', 'seller'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

export const choiceTitles: Readonly<Record<ChoiceKind, string>> = {
  category: 'Category',
  section: 'Section',
  type: 'Ticket type',
  seller: 'Seller',
}

export const flagKinds = ['in_hand', 'instant', 'hospitality', 'new', 'mine'] as const
export type FlagKind = (typeof flagKinds)[number]

export const flagTitles: Readonly<Record<FlagKind, string>> = {
  in_hand: 'In hand',
  instant: 'Instant',
  hospitality: 'Hospitality',
  new: 'New',
  mine: 'My listings',
}

/** What the filter offers to choose from, and what of it is chosen. */
export interface FilterState {
  search: FeedSearch
  onSearch: (change: FeedSearch) => void
  /** Of what the filter leaves; undefined while it is on its way. */
  meta: FeedResponse['meta'] | undefined
  /** Of the whole event: where the filter leaves nothing of a choice, its name is still known from here. */
  whole: FeedResponse['meta'] | undefined
  scale: PriceScale | null
}

export interface Choice {
  id: string | number
  name: string
  count: number
  /** The lowest price that choosing it would leave; none where it would leave nothing. */
  lowest: WireMoney | null
}

/** The choices of one kind with what each would leave; what is chosen stays among them though nothing is left of it. */
export function choicesOf(kind: ChoiceKind, { search, meta, whole }: FilterState): Choice[] {
  const offered = facetChoices(kind, meta?.facets)
  const known = facetChoices(kind, whole?.facets)
  const left = (search[kind] ?? []).flatMap((id): Choice[] => {
    if (offered.some((choice) => isSameChoice(choice.id, id))) return []
    const name = known.find((choice) => isSameChoice(choice.id, id))?.name ?? unknownName(kind, id)
    return [{ id, name, count: 0, lowest: null }]
  })
  return [...left, ...offered]
}

/** The chosen ones of {@link choicesOf}. */
export function chosenOf(kind: ChoiceKind, state: FilterState): Choice[] {
  const chosen: readonly Choice['id'][] = state.search[kind] ?? []
  return choicesOf(kind, state).filter(({ id }) => chosen.some((each) => isSameChoice(each, id)))
}

/** Puts a choice into the address, or takes it out. */
export function toggleChoice(kind: ChoiceKind, id: Choice['id'], search: FeedSearch): FeedSearch {
  const chosen: readonly Choice['id'][] = search[kind] ?? []
  const others = chosen.filter((each) => !isSameChoice(each, id))
  const next = others.length < chosen.length ? others : [...others, id]
  return { [kind]: next.length === 0 ? undefined : next }
}

/** Sections are texts, and the same though spelt with dashes or in small letters. */
function isSameChoice(left: Choice['id'], right: Choice['id']): boolean {
  return typeof left === 'string' && typeof right === 'string' ? isSameSection(left, right) : left === right
}

/** What an address names that the event does not have. */
function unknownName(kind: ChoiceKind, id: Choice['id']): string {
  return kind === 'section' ? String(id) : `${choiceTitles[kind]} ${id}`
}

const readers: Readonly<Record<ChoiceKind, (facets: FeedFacets) => Choice[]>> = {
  category: ({ categories }) =>
    categories.map((facet) => ({ ...figuresOf(facet), id: facet.id, name: facet.name })),
  section: ({ sections }) =>
    sections.map((facet) => ({ ...figuresOf(facet), id: facet.name, name: facet.name })),
  // The first labelling of spec §9, which is that of lists and filters.
  type: ({ ticket_types: types }) =>
    types.map((facet) => ({ ...figuresOf(facet), id: facet.id, name: deliveryLabel(facet.id) })),
  seller: ({ brokers }) => brokers.map((facet) => ({ ...figuresOf(facet), id: facet.id, name: facet.name })),
}

function figuresOf({ count, min_price: lowest }: { count: number; min_price: WireMoney }) {
  return { count, lowest }
}

function facetChoices(kind: ChoiceKind, facets: FeedFacets | undefined): Choice[] {
  return facets === undefined ? [] : readers[kind](facets)
}

const flagFacets = {
  in_hand: 'ticket_in_hand',
  instant: 'instant_download',
  hospitality: 'hospitality',
  new: 'new_listings',
  mine: null,
} as const satisfies Record<FlagKind, keyof FeedFacets['flags'] | null>

/** How many listings a flag would leave; of one's own it is not told. */
export function flagCount(kind: FlagKind, facets: FeedFacets | undefined): number | undefined {
  const facet = flagFacets[kind]
  return facet === null ? undefined : facets?.flags[facet]
}
