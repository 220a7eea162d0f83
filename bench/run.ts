interface Bench {
  /** Measures, prints its result as one JSON line and tells whether the bar is met. */
  run: (args: string[]) => Promise<boolean>
}

// `npm run bench -- hold | feed | start | all`
const benches: Record<string, () => Promise<Bench>> = {
  hold: () => import('./hold.ts'),
  feed: () => import('./feed.ts'),
  start: () => import('./start.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const chosen = name === 'all' ? Object.keys(benches) : [name]
const unknown = chosen.find((each) => !benches[each])
if (unknown !== undefined) {
  console.error(`Usage: npm run bench -- ${[...Object.keys(benches), 'all'].join(' | ')}`)
  process.exit(1)
}
let met = true
for (const each of chosen) {
  const bench = await benches[each]?.()
  if (bench && !(await bench.run(args))) met = false
}
process.exit(met ? 0 : 1)
