import type { QueryTerm } from '../matching/query.ts'
import { seekSlot, slotAt, type TermPostings } from '../postings/term-postings.ts'
import type { Store } from '../store.ts'

/**
 * Tells which of the mistyped terms of a query a record has as they are written, one bit for each. In these, typing
 * errors are not highlighted: a match of "home" does not mark "Hove".
 */
export function createLiteralTerms(
  { vocabulary, postings }: Store,
  words: readonly QueryTerm[],
  mistyped: readonly boolean[],
): (slot: number) => number {
  // Without typing errors, the literal matches are all there is to highlight.
  const written = words.flatMap(({ text, isPrefix }, index) => {
    if (mistyped[index] !== true) return []
    const candidates = vocabulary.candidatesFor(text, { isPrefix, maxTypos: 0 })
    return candidates.map(({ term }) => ({ bit: 1 << index, postings: postings.postingsOf(term) }))
  })
  return (slot) => {
    let terms = 0
    for (const each of written)
      if ((terms & each.bit) === 0 && hasSlot(each.postings, slot)) terms |= each.bit
    return terms
  }
}

function hasSlot(postings: TermPostings, slot: number): boolean {
  const at = seekSlot(postings, 0, slot)
  return at < postings.count && slotAt(postings, at) === slot
}
