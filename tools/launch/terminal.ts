const started = Date.now()

/** Formatted seconds since `from`. */
export function secondsSince(from: number = started): string {
  return `${((Date.now() - from) / 1000).toFixed(1)} s`
}

let print: (line: string) => void = console.log

/** For commands whose standard output is their result: progress goes to standard error. */
export function logToStderr(): void {
  print = console.error
}

export function printStep(step: string, text: string): void {
  print(`  ${step.padEnd(11)}${text}`)
}

/** Prints progress with the elapsed time while `work` runs. */
export async function withHeartbeat<T>(
  step: string,
  describe: () => string,
  work: () => Promise<T>,
): Promise<T> {
  const from = Date.now()
  const timer = setInterval(() => printStep(step, `${describe()}, ${secondsSince(from)}`), 2000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
