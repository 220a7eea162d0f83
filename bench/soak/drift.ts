import { metricOf } from '../measure.ts'

/** What one reading of `/metrics` says. */
export interface Sample {
  /** Since the start of the steady load. */
  seconds: number
  memoryMb: number
  /** 99th percentile since the reading before. */
  eventLoopMs: number
  outboxLagMs: number
}

export interface Drift {
  /** Median of the window after the first. */
  after: number
  /** Median of the last window. */
  end: number
  ratio: number
}

/** Below these, a difference is one of timers, not of load: the delay of the event loop is read every 10 ms. */
const floors = { memoryMb: 1, eventLoopMs: 20, outboxLagMs: 100 }

/**
 * How each figure changed from the second to the last tenth of the time: with ten minutes, from after the first minute to
 * the end.
 * @throws RangeError without a sample in one of the two
 */
export function driftOf(
  samples: readonly Sample[],
  totalSeconds: number,
): Record<keyof typeof floors, Drift> {
  const window = totalSeconds / 10
  const after = samples.filter(({ seconds }) => seconds >= window && seconds < 2 * window)
  const end = samples.filter(({ seconds }) => seconds >= totalSeconds - window)
  const drift = (figure: keyof typeof floors): Drift => {
    const floor = floors[figure]
    const [first, last] = [after, end].map(
      (chosen) => metricOf(chosen.map((sample) => sample[figure])).median,
    )
    if (first === undefined || last === undefined) throw new RangeError('two windows have two medians')
    return {
      after: tenths(first),
      end: tenths(last),
      ratio: Number((Math.max(last, floor) / Math.max(first, floor)).toFixed(3)),
    }
  }
  return {
    memoryMb: drift('memoryMb'),
    eventLoopMs: drift('eventLoopMs'),
    outboxLagMs: drift('outboxLagMs'),
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10
