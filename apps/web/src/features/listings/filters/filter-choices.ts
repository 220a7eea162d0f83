import type { FeedFacets, FeedResponse } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { allInWireMoney } from './price-limits.ts'
import type { PriceScale } from './price-scale.ts'
import { isSameSection, type FeedParams } from './feed-params.ts'

export const choiceKinds = ['category', 'section', 'type', 'seller'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

export const choiceTitles: Readonly<Record<ChoiceKind, string>> = {
  category: 'Category',
  section: 'Section',
  type: 'Delivery type',
  seller: 'Seller',
}

export const flagKinds = ['in_hand', 'instant', 'hospitality', 'new', 'mine'] as const
export type FlagKind = (typeof flagKinds)[number]

export const flagTitles: Readonly<Record<FlagKind, string>> = {
  in_hand: 'In hand',
  instant: 'Instant download',
  hospitality: 'Hospitality',
  new: 'New listings',
  mine: 'My listings',
}

/** Values of the feed's filters, how to change them, and the data for their choices. */
export interface FeedFilterProps {
  params: FeedParams
  onParamsChange: (change: FeedParams) => void
  /** Totals of the filtered list; `undefined` until loaded. */
  meta: FeedResponse['meta'] | undefined
  /** Totals of the full event; provides names of choices without matching listings. */
  unfilteredMeta: FeedResponse['meta'] | undefined
  scale: PriceScale | null
}

export interface Choice {
  id: string | number
  name: string
  count: number
  /** Lowest all-in price with this choice; `null` when nothing matches. */
  lowest: WireMoney | null
}

/** Choices of a filter with their counts. Selected choices stay listed even with no matches. */
export function choicesOf(kind: ChoiceKind, { params, meta, unfilteredMeta }: FeedFilterProps): Choice[] {
  const available = facetChoices(kind, meta?.facets).map((choice) =>
    meta && choice.lowest ? { ...choice, lowest: allInWireMoney(choice.lowest, meta) } : choice,
  )
  const allChoices = facetChoices(kind, unfilteredMeta?.facets)
  const emptyChoices = (params[kind] ?? []).flatMap((id): Choice[] => {
    if (available.some((choice) => isSameChoice(kind, choice.id, id))) return []
    const name =
      allChoices.find((choice) => isSameChoice(kind, choice.id, id))?.name ?? fallbackName(kind, id)
    return [{ id, name, count: 0, lowest: null }]
  })
  return [...emptyChoices, ...available]
}

/** The selected entries of {@link choicesOf}. */
export function selectedChoices(kind: ChoiceKind, filters: FeedFilterProps): Choice[] {
  const selectedIds: readonly Choice['id'][] = filters.params[kind] ?? []
  // The bar asks on every render, and an event can have hundreds of sections.
  if (selectedIds.length === 0) return []
  return choicesOf(kind, filters).filter(({ id }) => selectedIds.some((each) => isSameChoice(kind, each, id)))
}

export function toggleChoice(kind: ChoiceKind, id: Choice['id'], params: FeedParams): FeedParams {
  const selectedIds: readonly Choice['id'][] = params[kind] ?? []
  const others = selectedIds.filter((each) => !isSameChoice(kind, each, id))
  const updatedIds = others.length < selectedIds.length ? others : [...others, id]
  return { [kind]: updatedIds.length === 0 ? undefined : updatedIds }
}

/** Sections are compared by name, ignoring case, dashes and underscores; other choices by id. */
function isSameChoice(kind: ChoiceKind, left: Choice['id'], right: Choice['id']): boolean {
  return kind === 'section' ? isSameSection(String(left), String(right)) : left === right
}

/** Name of a value in the URL that the event doesn't have. */
function fallbackName(kind: ChoiceKind, id: Choice['id']): string {
  return kind === 'section' ? String(id) : `${choiceTitles[kind]} ${id}`
}

/** Choices of each filter, from its facet. */
const choiceMappers: Readonly<Record<ChoiceKind, (facets: FeedFacets) => Choice[]>> = {
  category: ({ categories }) =>
    categories.map((facet) => ({ ...countAndLowest(facet), id: facet.id, name: facet.name })),
  section: ({ sections }) =>
    sections.map((facet) => ({ ...countAndLowest(facet), id: facet.name, name: facet.name })),
  // The short label; `detailedDeliveryLabel` is for details and checkout.
  type: ({ ticket_types: types }) =>
    types.map((facet) => ({ ...countAndLowest(facet), id: facet.id, name: deliveryLabel(facet.id) })),
  seller: ({ brokers }) =>
    brokers.map((facet) => ({ ...countAndLowest(facet), id: facet.id, name: facet.name })),
}

function countAndLowest({ count, min_price: lowest }: { count: number; min_price: WireMoney }) {
  return { count, lowest }
}

function facetChoices(kind: ChoiceKind, facets: FeedFacets | undefined): Choice[] {
  return facets === undefined ? [] : choiceMappers[kind](facets)
}

const flagFacets = {
  in_hand: 'ticket_in_hand',
  instant: 'instant_download',
  hospitality: 'hospitality',
  new: 'new_listings',
  mine: null,
} as const satisfies Record<FlagKind, keyof FeedFacets['flags'] | null>

/** Listing count of a flag; `undefined` for "My listings". */
export function flagCount(kind: FlagKind, facets: FeedFacets | undefined): number | undefined {
  const facet = flagFacets[kind]
  return facet === null ? undefined : facets?.flags[facet]
}
