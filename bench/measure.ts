export interface Metric {
  median: number
  min: number
  max: number
}

export function metricOf(samples: readonly number[]): Metric {
  const sorted = samples.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1]
  const high = sorted[Math.floor(middle)]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new RangeError('a metric needs at least one sample')
  }
  return { median: (low + high) / 2, min, max }
}

export interface Comparison {
  bench: string
  unit: string
  /** The smallest ratio that passes. */
  target: number
  /** Hoped for; missing it is not a failure. */
  goal: number
  ours: number[]
  baseline: number[]
  conditions: Record<string, unknown>
}

/**
 * Prints a comparison measured in alternating turns as one JSON line, and returns whether it meets its target. The ratio
 * compares medians; its spread compares neighbouring turns.
 */
export function report({ bench, unit, target, goal, ours, baseline, conditions }: Comparison): boolean {
  const [ourMetric, baselineMetric] = [metricOf(ours), metricOf(baseline)]
  const ratio = ourMetric.median / baselineMetric.median
  const runs = metricOf(ours.map((value, run) => value / (baseline[run] ?? Number.NaN)))
  const ok = ratio >= target
  console.log(
    JSON.stringify({
      bench,
      ratio: round(ratio, 3),
      target,
      goal,
      ok,
      unit,
      ours: rounded(ourMetric, 0),
      baseline: rounded(baselineMetric, 0),
      spread: { min: round(runs.min, 3), max: round(runs.max, 3) },
      turns: ours.length,
      ...conditions,
    }),
  )
  return ok
}

function rounded({ median, min, max }: Metric, digits: number): Metric {
  return { median: round(median, digits), min: round(min, digits), max: round(max, digits) }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
