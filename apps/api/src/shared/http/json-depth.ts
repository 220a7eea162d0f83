/** More than twice the depth of any real request. */
const maxDepth = 32

/**
 * Whether JSON is nested too deeply to be parsed: a few thousand brackets would exhaust the stack of recursive code, and
 * parsing half a million takes longer than a third of a second.
 */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (character === '"') isInText = !isInText
    else if (isInText) index += character === '\\' ? 1 : 0
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}
