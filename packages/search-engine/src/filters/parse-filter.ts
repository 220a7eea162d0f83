import { FilterError, type Comparison, type Filter, type Leaf } from './filter.ts'
import { nameOf, tokensOf, type Token, type TokenKind } from './filter-tokens.ts'

type LeafType = 'numeric' | 'facet' | 'tag'

/** Limits the recursion depth. */
const maxDepth = 100
const maxLeaves = 2000

/**
 * Parses the `filters` parameter: ANDs of ORs, in which OR binds tighter. Returns undefined for the empty text.
 * @throws FilterError with Algolia's message for an invalid filter
 */
export function parseFilter(text: string): Filter | undefined {
  if (text === '') return undefined
  const parser = createParser(tokensOf(text))
  const filter = parser.readAll()
  parser.expect('end')
  return filter
}

function createParser(tokens: readonly Token[]) {
  let at = 0
  let leaves = 0
  // State of the group being read; brackets belong to the enclosing group.
  let hasAnd = false
  let hasOr = false
  let type: LeafType | undefined

  const end: Token = { kind: 'end', text: '', isQuoted: false, column: 0 }
  const token = (): Token => tokens[at] ?? tokens.at(-1) ?? end

  function fail(found: Token, expected: TokenKind | 'filter'): never {
    const value = found.kind === 'text' || found.kind === 'number' ? `(${found.text})` : ''
    throw new FilterError(
      `Unexpected token ${nameOf(found.kind)}${value} expected ${nameOf(expected)} at col ${found.column}`,
    )
  }

  function expect(kind: TokenKind): Token {
    const found = token()
    if (found.kind !== kind) fail(found, kind)
    at += 1
    return found
  }

  function skip(kind: TokenKind): boolean {
    if (token().kind !== kind) return false
    at += 1
    return true
  }

  function readAll(): Filter {
    const parts: Filter[] = []
    do {
      type = undefined
      hasAnd = false
      hasOr = false
      parts.push(readGroup({ mayAnd: false, depth: 0 }))
    } while (skip('AND'))
    return joined('and', parts)
  }

  function readGroup({ mayAnd, depth }: { mayAnd: boolean; depth: number }): Filter {
    let before = type
    const parts = [readTerm(depth)]
    let kind: 'and' | 'or' = 'or'
    for (;;) {
      if (hasOr && before !== undefined && type !== before) throw new FilterError(mixedTypes(before))
      before = type
      const next = token().kind
      if (next !== 'OR' && !(mayAnd && next === 'AND')) break
      if (next === 'AND') {
        hasAnd = true
        kind = 'and'
      } else {
        hasOr = true
      }
      if (hasAnd && hasOr) {
        throw new FilterError('filter (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed')
      }
      at += 1
      parts.push(readTerm(depth))
    }
    return joined(kind, parts)
  }

  function readTerm(depth: number): Filter {
    if (skip('(')) {
      if (depth >= maxDepth) throw new FilterError(`Too many brackets within each other, at most ${maxDepth}`)
      const group = readGroup({ mayAnd: true, depth: depth + 1 })
      expect(')')
      return group
    }
    type = undefined
    leaves += 1
    if (leaves > maxLeaves) throw new FilterError(`Too many filters, at most ${maxLeaves}`)
    const isNegated = skip('NOT')
    const name = token()
    if (name.kind !== 'text' && name.kind !== 'number') fail(name, 'filter')
    at += 1
    return readLeaf(name, isNegated)
  }

  function readLeaf(name: Token, isNegated: boolean): Leaf {
    const sign = token()
    if (sign.kind === '<' && tokens[at + 1]?.text === 'score') {
      type = 'tag'
      return { kind: 'tag', value: textOf(name), isNegated, score: readScore() }
    }
    if (sign.kind === 'operator' || sign.kind === '<' || sign.kind === '>') {
      at += 1
      const value = Number(expect('number').text)
      type = 'numeric'
      // Tokens of this kind are the comparisons.
      const comparison = sign.text as Comparison
      return { kind: 'number', attribute: textOf(name), comparison, value, isNegated, score: readScore() }
    }
    if (!skip(':')) {
      type = 'tag'
      return { kind: 'tag', value: textOf(name), isNegated, score: 1 }
    }
    return readFacet(textOf(name), isNegated)
  }

  function readFacet(attribute: string, isNegated: boolean): Leaf {
    const value = token()
    if (value.kind !== 'text' && value.kind !== 'number') fail(value, 'text')
    at += 1
    if (value.kind === 'number' && skip('TO')) {
      const high = Number(expect('number').text)
      type = 'numeric'
      return { kind: 'range', attribute, low: Number(value.text), high, isNegated, score: readScore() }
    }
    type = attribute === '_tags' ? 'tag' : 'facet'
    const score = readScore()
    if (type === 'tag') return { kind: 'tag', value: textOf(value), isNegated, score }
    return { kind: 'facet', attribute, value: textOf(value), isNegated, score }
  }

  function readScore(): number {
    if (!skip('<')) return 1
    const option = expect('text')
    if (option.text !== 'score' || token().text !== '=') {
      throw new FilterError(
        `Unexpected token string(${option.text}) expected "score" at col ${option.column}`,
      )
    }
    at += 1
    const score = Number(expect('number').text)
    expect('>')
    return score
  }

  return { readAll, expect }
}

/** The text of a token; inside quotes a backslash escapes the next character. */
function textOf({ text, isQuoted }: Token): string {
  return isQuoted ? text.replaceAll(/\\(.)/gs, '$1') : text
}

function joined(kind: 'and' | 'or', parts: Filter[]): Filter {
  const [only] = parts
  return only && parts.length === 1 ? only : { kind, parts }
}

const expectedForms: Readonly<Record<LeafType, string>> = {
  numeric: `Expected a numeric filter which needs to have one of the following form:${[
    'numeric_attr_name=10',
    'numeric_attr_name>10',
    'numeric_attr_name>=10',
    'numeric_attr_name<10',
    'numeric_attr_name<=10',
    'numeric_attr_name!=10',
    'numeric_attr_name:10 TO 20',
  ]
    .map((form) => `\n - ${form}`)
    .join('')}`,
  facet: 'Expected a facet filter which needs to have this form:\n - facet_name:facet_value',
  tag: 'Expected a tag filter which needs to have this form:\n - _tags:tag_value\n - tag_value',
}

function mixedTypes(expected: LeafType): string {
  return `Different types are not allowed in the same OR.\n${expectedForms[expected]}`
}
