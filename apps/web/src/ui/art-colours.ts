/** Two colours that stand for a name: the ground and the darker part. */
export type ColourPair = readonly [string, string]

// Deep enough for white lines and a white tile, far enough apart to be told from one another in a row.
const pairs: readonly ColourPair[] = [
  ['#1f3557', '#0c1a30'],
  ['#8f1d3a', '#5a0f22'],
  ['#0a5a43', '#063528'],
  ['#4a2545', '#2a1227'],
  ['#7a4a10', '#4a2c08'],
  ['#13496b', '#0a2b41'],
  ['#5b2a86', '#361653'],
  ['#2f4f2f', '#1a301b'],
  ['#7c2d12', '#4a1a0a'],
  ['#1e4e5f', '#0f2e39'],
  ['#3f3a8c', '#232056'],
  ['#5c3d3d', '#372323'],
]

/** A pair for a name without colours of its own; always the same for the same name. */
export function coloursOf(name: string): ColourPair {
  // FNV-1a: short names that differ in one letter land far apart.
  let hash = 0x811c9dc5
  for (const unit of name) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  const pair = pairs[(hash >>> 0) % pairs.length]
  if (!pair) throw new Error('The list of colour pairs is empty')
  return pair
}

/** The same colour, darker: the second tone of somebody who gave only one. `colour` is `#rrggbb`. */
export function darker(colour: string, share = 0.4): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `#${channels
    .map((value) =>
      Math.round(value * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
