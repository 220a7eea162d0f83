/** What a key does in the grid. */
export type GridAction =
  | { kind: 'move'; rows: number; columns: number; extends: boolean }
  | { kind: 'edge'; column: 'first' | 'last' | null; row: 'first' | 'last' | null }
  | { kind: 'select'; isRange: boolean }
  | { kind: 'enter'; typed: string | null }
  | { kind: 'select-all' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** The grid's action of a key, or `null` for keys of the page. `pageRows`: how many rows are visible. */
export function gridAction(press: KeyPress, pageRows: number): GridAction | null {
  const { key, shiftKey, altKey } = press
  const isControl = press.ctrlKey || press.metaKey
  if (altKey) return null
  const step = steps[key]
  if (step && !isControl) return { kind: 'move', rows: step[0], columns: step[1], extends: shiftKey }
  if (key === 'PageDown') return { kind: 'move', rows: pageRows, columns: 0, extends: shiftKey }
  if (key === 'PageUp') return { kind: 'move', rows: -pageRows, columns: 0, extends: shiftKey }
  if (key === 'Home') return { kind: 'edge', column: 'first', row: isControl ? 'first' : null }
  if (key === 'End') return { kind: 'edge', column: 'last', row: isControl ? 'last' : null }
  if (isControl && key.toLowerCase() === 'a') return { kind: 'select-all' }
  if (isControl) return null
  if (key === ' ') return { kind: 'select', isRange: shiftKey }
  if (key === 'Enter' || key === 'F2') return { kind: 'enter', typed: null }
  // Letters are keys of the page; amounts, counts and dates start with these.
  if (/^[\d.£€$]$/.test(key)) return { kind: 'enter', typed: key }
  return null
}
