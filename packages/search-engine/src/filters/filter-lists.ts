import { FilterError, type Comparison, type Filter, type Leaf } from './filter.ts'

const maxLeaves = 2000
const maxDepth = 10

/**
 * Parses `facetFilters`, `numericFilters`, `tagFilters` or `optionalFilters`: all items must match. A list within it
 * matches when any of its items does, a list within that one when all do, and so on.
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
  const listOf = (list: readonly unknown[], kind: 'and' | 'or', depth: number): Filter | undefined => {
    if (depth > maxDepth) throw new FilterError(`Too many lists within each other, at most ${maxDepth}`)
    const parts = list.flatMap((item): Filter[] => {
      // Clients send empty texts for conditions that are not set.
      if (item === '') return []
      if (!Array.isArray(item)) return [leafOf(item)]
      const nested = listOf(item, kind === 'and' ? 'or' : 'and', depth + 1)
      return nested ? [nested] : []
    })
    return parts.length === 0 ? undefined : { kind, parts }
  }
  return listOf(items, 'and', 1)
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
  const score = scored ? Number(scored[1]) : 1
  const quotedName = /^("|')((?:\\.|(?!\1).)+)\1:/s.exec(plain)
  const colon = quotedName ? quotedName[0].length - 1 : plain.indexOf(':')
  // A text without a colon is a tag.
  if (colon === -1) return { kind: 'tag', ...valueOf(plain), score }
  const attribute = quotedName ? unescape(quotedName[2] ?? '') : plain.slice(0, colon)
  return { kind: 'facet', attribute, ...valueOf(plain.slice(colon + 1)), score }
}

/** A value in quotes is literal: `color:"-red"` means the color -red. */
function valueOf(text: string): { value: string; isNegated: boolean } {
  const quoted = /^(-?)("|')((?:\\.|(?!\2).)*)\2$/s.exec(text.trim())
  if (!quoted) return negatable(text)
  return { value: unescape(quoted[3] ?? ''), isNegated: quoted[1] === '-' }
}

const unescape = (text: string): string => text.replaceAll(/\\(.)/gs, '$1')

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
