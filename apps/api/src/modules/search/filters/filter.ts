export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>'

/** One condition of a filter, with what it adds to a record's score where it is an optional one. */
export type Leaf = (
  | { kind: 'number'; attribute: string; comparison: Comparison; value: number }
  | { kind: 'range'; attribute: string; low: number; high: number }
  | { kind: 'facet'; attribute: string; value: string }
  | { kind: 'tag'; value: string }
) & { isNegated: boolean; score: number }

export type Filter = Leaf | { kind: 'and' | 'or'; parts: Filter[] }

/** A filter that cannot be understood; the message is told to whoever wrote it. */
export class FilterError extends Error {}

export const isLeaf = (filter: Filter): filter is Leaf => filter.kind !== 'and' && filter.kind !== 'or'
