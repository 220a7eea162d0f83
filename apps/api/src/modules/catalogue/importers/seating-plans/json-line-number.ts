/**
 * The line on which a value of valid JSON starts, for error messages. For an unknown path, the line of its deepest
 * existing part.
 */
export function lineNumberOf(text: string, path: readonly (string | number)[]): number {
  let at = skipSpace(text, 0)
  for (const step of path) {
    const child = childAt(text, at, step)
    if (child === undefined) break
    at = child
  }
  return text.slice(0, at).split('\n').length
}

/** Start of a member or entry of the object or list at `at`. */
function childAt(text: string, at: number, step: string | number): number | undefined {
  const isObject = text[at] === '{'
  if (!isObject && text[at] !== '[') return undefined
  let index = skipSpace(text, at + 1)
  for (let entry = 0; index < text.length && text[index] !== '}' && text[index] !== ']'; entry += 1) {
    let name: unknown = entry
    if (isObject) {
      const end = valueEnd(text, index)
      name = JSON.parse(text.slice(index, end))
      index = skipSpace(text, skipSpace(text, end) + 1)
    }
    if (name === step) return index
    index = skipSpace(text, valueEnd(text, index))
    if (text[index] === ',') index = skipSpace(text, index + 1)
  }
  return undefined
}

/** Position after the value that starts at `start`. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') {
      for (index += 1; text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      if (depth === 0) return index
      depth -= 1
    } else if (depth > 0 || !(character === ',' || character === ':' || /\s/.test(character ?? ''))) continue
    else return index
    if (depth === 0) return index + 1
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  let index = from
  while (/\s/.test(text[index] ?? '')) index += 1
  return index
}
