/** Where a part stands in the typed text: from its first character up to, not including, `to`. */
export interface Span {
  from: number
  to: number
}

/** Days, both inclusive, as 'YYYY-MM-DD'. */
export interface DayRange {
  start: string
  end: string
}

export const eventPartKinds = [
  'performer',
  'rivalry',
  'competition',
  'venue',
  'city',
  'country',
  'date',
  'side',
  'stage',
] as const
export type EventPartKind = (typeof eventPartKinds)[number]

/** A part that limits which events are found. */
export interface EventPart extends Span {
  kind: EventPartKind
  /** As typed. */
  text: string
  label: string
  /** What else the text can mean; these match too. */
  alternatives: readonly string[]
  /** Facet filters of the event index: every list must match, by any of its values. */
  facets: readonly (readonly string[])[]
  /** Dates; any of them matches. */
  ranges: readonly DayRange[]
  /** The name that was recognised, without typos; ranks and highlights the events it finds. */
  name?: string | undefined
  /** A word of the text that has no effect: a week day that the date does not fall on. */
  unused?: string | undefined
}

export interface Amount {
  /** Decimal text with a dot. */
  amount: string
  /** Upper case code; the reader's currency when absent. */
  currency?: string
}

/** What a part asks of the listings of an event. */
export type ListingOption =
  | { kind: 'quantity'; quantity: number }
  | { kind: 'price'; min?: Amount; max?: Amount }
  | { kind: 'delivery'; type: string }
  | { kind: 'flag'; flag: 'in_hand' | 'instant' | 'hospitality' }
  | { kind: 'venuePart'; name: string }

/** A part that filters the listings of the event that is opened. */
export interface ListingPart extends Span {
  text: string
  label: string
  option: ListingOption
}

/** A word that is searched as text. */
export interface SearchWord extends Span {
  text: string
}

/** A word that was not understood. */
export interface QueryWord extends SearchWord {
  /** Typed in quotation marks, so that it is not interpreted. */
  isQuoted: boolean
}

export interface Understanding {
  parts: readonly EventPart[]
  listing: readonly ListingPart[]
  words: readonly QueryWord[]
  /** Whether the text was longer than what is read. */
  isTruncated: boolean
}
