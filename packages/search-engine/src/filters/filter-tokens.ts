export type TokenKind =
  | 'text'
  | 'number'
  | 'operator'
  | '('
  | ')'
  | ':'
  | ','
  | '<'
  | '>'
  | 'OR'
  | 'AND'
  | 'NOT'
  | 'TO'
  | 'empty string'
  | 'incomplete string'
  | '!'
  | 'end'

export interface Token {
  kind: TokenKind
  /** For a quoted string the text between the quotes, escapes included. */
  text: string
  isQuoted: boolean
  column: number
}

const names: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'numeric',
  operator: 'numeric operator',
  '<': '<',
  '>': '>',
  ',': ',',
  '!': '!',
  'empty string': 'empty string',
  'incomplete string': 'incomplete string',
  end: 'end of filter',
  filter: 'filter',
}

/** The kind's name in error messages. */
export const nameOf = (kind: TokenKind | 'filter'): string => names[kind] ?? `'${kind}'`

const keywords: ReadonlySet<string> = new Set(['OR', 'AND', 'NOT', 'TO'])
const isKeyword = (text: string): text is 'OR' | 'AND' | 'NOT' | 'TO' => keywords.has(text)
const plain = /[^ ()<>=!:'"]*/y
const numeric = /^-?\d*\.?\d*$/
const signs = /<=|>=|!=|[=<>!():]/y

/** Splits a filter into tokens. Never fails: the parser reports invalid tokens. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const push = (kind: TokenKind, value: string, length = value.length, isQuoted = false) => {
    tokens.push({ kind, text: value, isQuoted, column: at })
    at += length
  }
  for (;;) {
    while (text[at] === ' ') at += 1
    const letter = text[at]
    if (letter === undefined) break
    signs.lastIndex = at
    const sign = signs.exec(text)?.[0]
    if (sign !== undefined) {
      push(kindOfSign(sign), sign)
    } else if (letter === ',') {
      push(',', letter)
    } else if (letter === '"' || letter === "'") {
      const end = endOfQuoted(text, at)
      if (end === undefined) push('incomplete string', text.slice(at + 1), text.length - at)
      else if (end === at + 1) {
        // The official parser reports the column of the closing quote.
        tokens.push({ kind: 'empty string', text: text.slice(at, end + 1), isQuoted: false, column: end })
        at = end + 1
      } else push('text', text.slice(at + 1, end), end + 1 - at, true)
    } else {
      plain.lastIndex = at
      const word = plain.exec(text)?.[0] ?? ''
      if (isKeyword(word)) push(word, word)
      else push(numeric.test(word) && /^-?[\d.]/.test(`${word}.`) ? 'number' : 'text', word)
    }
  }
  push('end', '')
  return tokens
}

function kindOfSign(sign: string): TokenKind {
  if (sign === '(' || sign === ')' || sign === ':' || sign === '<' || sign === '>' || sign === '!')
    return sign
  return 'operator'
}

function endOfQuoted(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[from]) return at
  }
  return undefined
}
