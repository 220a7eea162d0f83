import type { CDPSession, Page } from '@playwright/test'

// Code for the page is a string: this file is not compiled for browsers.
const startFrames = `
  globalThis.benchFrames = []
  globalThis.benchRecording = true
  const note = (time) => { benchFrames.push(time); if (benchRecording) requestAnimationFrame(note) }
  requestAnimationFrame(note)`
const endFrames = `(globalThis.benchRecording = false, benchFrames)`

export interface Frames {
  droppedShare: number
  frames: number
  /** Processor time of the main thread per painted frame: script, style, layout, and all of it with painting. */
  msPerFrame: Record<keyof typeof durations, number>
}

const durations = {
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
  all: 'TaskDuration',
} as const

/**
 * Frames of the main thread during an action, and the share of those due at 60 per second that were dropped. The work
 * per frame tells a slow page from a busy machine: above 16 ms, the page drops frames on any machine like this one.
 */
export async function recordFrames(page: Page, action: () => Promise<unknown>): Promise<Frames> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readDurations(session)
  await page.evaluate(startFrames)
  await action()
  const frames = await page.evaluate<number[]>(endFrames)
  const after = await readDurations(session)
  await session.detach()
  const perFrame = (name: string) => {
    const seconds = (after.get(name) ?? 0) - (before.get(name) ?? 0)
    return Number(((1000 * seconds) / frames.length).toFixed(1))
  }
  const between = frames.slice(1).map((time, index) => time - (frames[index] ?? time))
  const due = between.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / (1000 / 60))), 0)
  return {
    droppedShare: Number(((due - between.length) / due).toFixed(4)),
    frames: due,
    msPerFrame: {
      script: perFrame(durations.script),
      style: perFrame(durations.style),
      layout: perFrame(durations.layout),
      all: perFrame(durations.all),
    },
  }
}

async function readDurations(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** Scrolls for five seconds, as fast as a quick wheel movement. */
export async function scrollDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', {
    x: 400,
    y: 600,
    yDistance: -10_000,
    speed: 2000,
    gestureSourceType: 'mouse',
  })
}

/** Drags from a point to the right and back, for about two seconds. */
export async function dragSideways(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 120; step++) {
    await page.mouse.move(x + 80 * Math.sin((step / 60) * Math.PI) ** 2, y)
    await page.waitForTimeout(10)
  }
  await page.mouse.up()
}

/** Rows of text without script, in the number and height of the event page's rows, to measure the machine itself. */
export function plainRows(count: number): string {
  const cells = [
    'Block 126',
    '12',
    '4–7',
    '1 2 4',
    'Mobile link',
    '25 Nov',
    'Padded',
    'Kop Stock',
    '3 d',
    '£120',
  ]
  const row = cells.map((cell) => `<span>${cell}</span>`).join('')
  return `<!doctype html><style>
    body { margin: 0; font: 12px/34px sans-serif }
    div { display: grid; grid-template-columns: repeat(10, 1fr); height: 33px; border-bottom: 1px solid #ddd }
  </style>${`<div>${row}</div>`.repeat(count)}`
}
