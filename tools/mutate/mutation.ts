/** A small change to a source file that should fail a test. */
export interface Mutation {
  /** Relative to the project folder. */
  path: string
  start: number
  end: number
  replacement: string
}

const pairs = '< <=, > >=, === !==, + -, * /, && ||, min max, some every, and or, least greatest, <> ='

/** Replacement of an operator or function; `undefined` if there is none. */
export const opposites: ReadonlyMap<string, string> = new Map(
  pairs
    .split(', ')
    .map((pair) => pair.split(' '))
    .flatMap(([one = '', other = '']): [string, string][] => [
      [one, other],
      [other, one],
    ]),
)

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** `path:line  code before [old → new] code after`, on one line. */
export function describeMutation(text: string, { path, start, end, replacement }: Mutation): string {
  const line = text.slice(0, start).split('\n').length
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trimStart()
  const after = text.slice(end).split('\n', 1)[0] ?? ''
  const change = `[${shorten(text.slice(start, end), 80)} → ${shorten(replacement, 40)}]`
  return `${path}:${line}  ${before.slice(-40).trimStart()}${change}${after.slice(0, 40)}`
}

function shorten(code: string, maxLength: number): string {
  const flat = code.replaceAll(/\s+/g, ' ')
  return flat.length > maxLength ? `${flat.slice(0, maxLength - 1)}…` : flat
}
