/** A figure that was taken several times. */
export interface Figure {
  median: number
  min: number
  max: number
}

export function figure(samples: readonly number[]): Figure {
  const sorted = samples.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1]
  const high = sorted[Math.floor(middle)]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new RangeError('a figure needs at least one sample')
  }
  return { median: (low + high) / 2, min, max }
}

export interface Comparison {
  bench: string
  /** What the ratio is of, in words. */
  unit: string
  bar: number
  /** Where it shall go; missing it is no failure. */
  aim: number
  ours: number[]
  ground: number[]
  /** What the figures were taken with. */
  conditions: Record<string, unknown>
}

/**
 * Prints one JSON line for a comparison whose two sides were taken in turns, and answers whether it meets its bar. The
 * ratio is that of the medians; its spread is that of the turns, each against its own neighbour.
 */
export function report({ bench, unit, bar, aim, ours, ground, conditions }: Comparison): boolean {
  const [us, them] = [figure(ours), figure(ground)]
  const ratio = us.median / them.median
  const turns = figure(ours.map((value, turn) => value / (ground[turn] ?? Number.NaN)))
  const ok = ratio >= bar
  console.log(
    JSON.stringify({
      bench,
      ratio: round(ratio, 3),
      bar,
      aim,
      ok,
      unit,
      ours: rounded(us, 0),
      ground: rounded(them, 0),
      spread: { min: round(turns.min, 3), max: round(turns.max, 3) },
      turns: ours.length,
      ...conditions,
    }),
  )
  return ok
}

function rounded({ median, min, max }: Figure, digits: number): Figure {
  return { median: round(median, digits), min: round(min, digits), max: round(max, digits) }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
