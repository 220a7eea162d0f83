interface Part {
  part: string
  isMatch: boolean
  /** Position in the text. */
  at: number
}

/** The text in parts, with the searched words marked. */
export function highlightParts(text: string, search: string): Part[] {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ part: text, isMatch: false, at: 0 }]
  const pattern = new RegExp(`(${words.map((word) => RegExp.escape(word)).join('|')})`, 'giu')
  let at = 0
  return text.split(pattern).flatMap((part, index) => {
    const start = at
    at += part.length
    // Every second part is a match of the group.
    return part === '' ? [] : [{ part, isMatch: index % 2 === 1, at: start }]
  })
}
