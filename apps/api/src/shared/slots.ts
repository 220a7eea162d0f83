interface Line {
  mostWaiting: number
  /** What whoever comes to a full line is refused with. */
  refusal: () => Error
}

/**
 * Runs work in a slot as soon as one is free. `beforeWaiting` runs where there is a line, so that who is refused anyway
 * takes nobody's place in it.
 */
type InSlot = <Result>(work: () => Promise<Result>, beforeWaiting?: () => Promise<void>) => Promise<Result>

/** Runs at most so many works at once; the others wait in line, without end where none is given. */
export function createSlots(atOnce: number, line?: Line): InSlot {
  const waiting: (() => void)[] = []
  let free = atOnce

  return async (work, beforeWaiting) => {
    if (free === 0) await beforeWaiting?.()
    if (free > 0) free -= 1
    else if (line && waiting.length >= line.mostWaiting) throw line.refusal()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
