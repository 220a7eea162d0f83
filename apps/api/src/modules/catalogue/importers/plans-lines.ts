/**
 * The line on which a value of a JSON text begins, for messages about it; of a path that leads nowhere, the line of the
 * last part that does. The text must be valid JSON.
 */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  let at = skipSpace(text, 0)
  for (const step of path) {
    const child = childAt(text, at, step)
    if (child === undefined) break
    at = child
  }
  return text.slice(0, at).split('\n').length
}

/** Where the member or entry of the object or list at `at` begins. */
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

/** One past the value that begins at `start`. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '"') {
      for (index += 1; text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1
    } else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return index
      depth -= 1
    } else if (depth > 0 || !(letter === ',' || letter === ':' || /\s/.test(letter ?? ''))) continue
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
