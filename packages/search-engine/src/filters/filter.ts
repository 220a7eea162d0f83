export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>'

/** One condition of a filter; `score` counts in optional filters. */
export type Leaf = (
  | { kind: 'number'; attribute: string; comparison: Comparison; value: number }
  | { kind: 'range'; attribute: string; low: number; high: number }
  | { kind: 'facet'; attribute: string; value: string }
  | { kind: 'tag'; value: string }
) & { isNegated: boolean; score: number }

export type Filter = Leaf | { kind: 'and' | 'or'; parts: Filter[] }

/** An invalid filter; the message is shown to the client. */
export class FilterError extends Error {}

export const isLeaf = (filter: Filter): filter is Leaf => filter.kind !== 'and' && filter.kind !== 'or'
