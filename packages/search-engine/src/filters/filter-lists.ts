import { FilterError, type Comparison, type Filter, type Leaf } from './filter.ts'

const maxLeaves = 2000

/**
 * Parses `facetFilters`, `numericFilters`, `tagFilters` or `optionalFilters`: all items must match, and a nested list
 * matches when any of its items does.
 * @throws FilterError for an invalid list
 */
export function parseFilterList(value: unknown, name: FilterListName): Filter | undefined {
  if (value === undefined || value === null) return undefined
  const items = typeof value === 'string' ? fromText(value) : value
  if (!Array.isArray(items)) throw new FilterError('expected an array of strings')
  let leaves = 0
  const leafOf = (item: unknown): Leaf => {
    if (typeof item !== 'string') throw new FilterError('expected an array of strings')
    leaves += 1
    if (leaves > maxLeaves) throw new FilterError(`Too many filters, at most ${maxLeaves}`)
    return readers[name](item)
  }
  const parts = items
    .filter((item: unknown) => !(Array.isArray(item) && item.length === 0))
    .map((item: unknown): Filter =>
      Array.isArray(item) ? { kind: 'or', parts: item.map((inner: unknown) => leafOf(inner)) } : leafOf(item),
    )
  return parts.length === 0 ? undefined : { kind: 'and', parts }
}

export type FilterListName = 'facetFilters' | 'numericFilters' | 'tagFilters' | 'optionalFilters'

const readers: Readonly<Record<FilterListName, (text: string) => Leaf>> = {
  facetFilters: facetLeaf,
  optionalFilters: facetLeaf,
  numericFilters: numericLeaf,
  tagFilters: (text) => ({ kind: 'tag', ...negatable(text), score: 1 }),
}

function fromText(text: string): unknown {
  if (text.trim() === '') return []
  if (text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text)
    } catch {
      throw new FilterError('expected an array of strings')
    }
  }
  return text.split(',').map((part) => part.trim())
}

/** A leading dash negates the value; `\-` is a literal dash. */
function negatable(text: string): { value: string; isNegated: boolean } {
  if (text.startsWith('-')) return { value: text.slice(1), isNegated: true }
  return { value: text.startsWith('\\-') ? text.slice(1) : text, isNegated: false }
}

function facetLeaf(text: string): Leaf {
  const scored = /<score=(\d+)>$/.exec(text)
  const plain = scored ? text.slice(0, scored.index) : text
  const colon = plain.indexOf(':')
  const score = scored ? Number(scored[1]) : 1
  // A text without a colon is a tag.
  if (colon === -1) return { kind: 'tag', ...negatable(plain), score }
  const attribute = plain.slice(0, colon)
  return { kind: 'facet', attribute, ...negatable(plain.slice(colon + 1)), score }
}

const comparison = /^\s*(.+?)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/s
const range = /^\s*(.+?)\s*:\s*(-?\d+(?:\.\d+)?)\s+(?:TO|to)\s+(-?\d+(?:\.\d+)?)\s*$/s

function numericLeaf(text: string): Leaf {
  const compared = comparison.exec(text)
  if (compared) {
    const [, attribute = '', sign, value] = compared
    // The pattern allows only comparisons.
    return {
      kind: 'number',
      attribute,
      comparison: sign as Comparison,
      value: Number(value),
      isNegated: false,
      score: 1,
    }
  }
  const ranged = range.exec(text)
  if (!ranged) throw new FilterError(`'${text.slice(0, 100)}' is not a numeric filter`)
  const [, attribute = '', low, high] = ranged
  return { kind: 'range', attribute, low: Number(low), high: Number(high), isNegated: false, score: 1 }
}
