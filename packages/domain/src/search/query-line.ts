import type { Token } from './query-tokens.ts'

/** The text from a token on, with single spaces; `ends` are the lengths at which its tokens end. */
export interface Line {
  text: string
  ends: readonly number[]
}

/** The folded text from a token on, up to the next quoted one. Patterns of dates and options are matched at its start. */
export function lineOf(tokens: readonly Token[], at: number): Line {
  let text = ''
  const ends: number[] = []
  for (const [index, token] of tokens.slice(at).entries()) {
    if (token.isQuoted) break
    text += `${index > 0 && !token.isGlued ? ' ' : ''}${token.folded}`
    ends.push(text.length)
  }
  return { text, ends }
}

/** How many tokens a reading of that length has; none when it ends within one. */
export function countTokens({ ends }: Line, length: number): number {
  return ends.indexOf(length) + 1
}
