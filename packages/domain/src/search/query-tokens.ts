import { slugify } from '../text/slug.ts'
import type { Span } from './query-part.ts'

/** A word or a single sign of a typed query. */
export interface Token extends Span {
  /** Lower case, without accents. */
  folded: string
  /** Follows the previous token without a space. */
  isGlued: boolean
  isWord: boolean
  /** Typed in quotation marks; `from` and `to` include them. */
  isQuoted: boolean
}

/** Longer queries are pasted texts; the rest of them is not read. */
const maxTokens = 60
const maxCharacters = 400

const pattern = /"[^"]+"|“[^”]+”|[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}\p{N}\p{M}]+)*|[^\s]/gu
const wordPattern = /^[\p{L}\p{N}]/u
const letter = /\p{L}/u

export function tokensOf(text: string): { tokens: Token[]; isTruncated: boolean } {
  const read = text.slice(0, maxCharacters)
  const tokens: Token[] = []
  let end = -1
  for (const match of read.matchAll(pattern)) {
    if (tokens.length === maxTokens) return { tokens, isTruncated: true }
    const [raw] = match
    const isQuoted = /^["“].+["”]$/su.test(raw)
    tokens.push({
      folded: isQuoted ? raw.slice(1, -1).trim() : fold(raw),
      from: match.index,
      to: match.index + raw.length,
      isGlued: match.index === end,
      isWord: wordPattern.test(raw),
      isQuoted,
    })
    end = match.index + raw.length
  }
  return { tokens, isTruncated: text.trimEnd().length > maxCharacters }
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’ʼ`´]/g, "'")
    .toLowerCase()
}

/**
 * A name in the form in which names are compared: 'Köln' → 'koln', 'A.C. Milan' → 'ac milan'. Names without a Latin
 * letter or digit become a hash, so they match as a whole.
 */
export function nameKey(name: string): string {
  return slugify(name).replaceAll('-', ' ')
}

/** Whether the tokens are an abbreviation with dots, such as 'A.C.'. */
export function isDotted(tokens: readonly Token[], index: number): boolean {
  const [current, next] = [tokens[index], tokens[index + 1]]
  return current !== undefined && letter.test(current.folded) && next?.folded === '.' && next.isGlued
}
