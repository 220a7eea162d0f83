import { normalizeText, searchWords } from '#web/lib/commands/match-text.ts'

interface Part {
  part: string
  isMatch: boolean
  /** Index in the text. */
  at: number
}

/** Parts of the text with the searched words marked, ignoring case and accents. */
export function highlightParts(text: string, search: string): Part[] {
  const marked = markedCharacters(text, search)
  const parts: Part[] = []
  for (const { character, isMatch, at } of marked) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.part += character
    else parts.push({ part: character, isMatch, at })
  }
  return parts
}

/** Each character of the text, with whether it is part of a searched word. */
function markedCharacters(text: string, search: string) {
  let [at, start] = [0, 0]
  const characters = Array.from(text, (character) => {
    // A separate accent has no length.
    const { length } = normalizeText(character)
    const each = { character, at, start, end: start + length }
    at += character.length
    start += length
    return each
  })
  const ranges = matchingRanges(characters.map(({ character }) => normalizeText(character)).join(''), search)
  let isMatch = false
  return characters.map(({ character, at: index, start: from, end }) => {
    // An accent belongs to the letter before it.
    if (end > from) isMatch = ranges.some((range) => from < range.end && end > range.start)
    return { character, isMatch, at: index }
  })
}

function matchingRanges(normalized: string, search: string): { start: number; end: number }[] {
  return searchWords(search).flatMap((word) => {
    const ranges = []
    for (let start = normalized.indexOf(word); start !== -1; start = normalized.indexOf(word, start + 1))
      ranges.push({ start, end: start + word.length })
    return ranges
  })
}
