/** What a number in a cell stands for. */
export type NumberMeaning = 'number' | 'date' | 'time' | 'date_time'

/** Formats that every workbook knows without declaring them. */
const builtIn: ReadonlyMap<number, NumberMeaning> = new Map([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'date_time'],
])

/** What a number format shows: dates have days or years, times hours or seconds. */
export function meaningOfFormat(id: number, code: string | undefined): NumberMeaning {
  if (code === undefined) return builtIn.get(id) ?? 'number'
  const first = shownSection(code.toLowerCase())
  if (first.includes('general')) return 'number'
  const hasDay = /[dy]|mmm/.test(first)
  const hasTime = /[hs]/.test(first) || first.includes('am/pm')
  if (hasDay) return hasTime ? 'date_time' : 'date'
  if (hasTime) return 'time'
  return first.includes('m') && !/[0#?]/.test(first) ? 'date' : 'number'
}

/** The section for positive numbers without its texts, fillers, colours, currencies and languages. */
function shownSection(code: string): string {
  const lastQuote = code.lastIndexOf('"')
  const lastBracket = code.lastIndexOf(']')
  let shown = ''
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at)
    if (character === ';') break
    if (/[\\_*]/.test(character) && at + 1 < code.length) at += 1
    else if (character === '"' && at < lastQuote) at = code.indexOf('"', at + 1)
    else if (character === '[' && at < lastBracket) {
      const end = code.indexOf(']', at)
      const inside = code.slice(at + 1, end)
      // Elapsed hours are times.
      if (/^(?:h+|m+|s+)$/.test(inside)) shown += inside
      at = end
    } else shown += character
  }
  return shown
}

/** How many digits a format of zeros such as 00000 shows at least; 0 for others. */
export function digitsOfFormat(code: string | undefined): number {
  return code !== undefined && /^0{2,}$/.test(code) ? code.length : 0
}
