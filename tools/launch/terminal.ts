const started = Date.now()

/** Seconds since `from`, as shown to people. */
export function secondsSince(from: number = started): string {
  return `${((Date.now() - from) / 1000).toFixed(1)} s`
}

let print: (line: string) => void = console.log

/** For commands whose standard output is their result: progress goes to standard error from now on. */
export function keepOutputClean(): void {
  print = console.error
}

/** One line of progress: which step, and what of it. */
export function say(step: string, text: string): void {
  print(`  ${step.padEnd(11)}${text}`)
}

/** Says how long `work` has been running, with its own count, as long as it does. */
export async function withHeartbeat<T>(
  step: string,
  describe: () => string,
  work: () => Promise<T>,
): Promise<T> {
  const from = Date.now()
  const timer = setInterval(() => say(step, `${describe()}, ${secondsSince(from)}`), 2000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
