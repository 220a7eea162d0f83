import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Response } from '@playwright/test'
import { logIn, openEvent, type Site } from './browser-site.ts'
import { recordFrames, scrollDown, type Frames } from './browser/frames.ts'

// Code for the page is a string: this file is not compiled for browsers.
const lastRow = `Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.dataset.row)))`

const isList = (response: Response) => /\/tickets\/feed\?.*per_page=100/.test(response.url())

/** Script's processor time of a series of changes, until the new list is rendered. */
export async function measureFilter(site: Site, event: number): Promise<number[]> {
  const context = await logIn(site)
  const page = await openEvent(site, context, event)
  const metrics = await context.newCDPSession(page)
  // Processor time: other programs on the machine are not script of the page.
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' })
  const filterBar = page.getByRole('group', { name: 'Filters' })
  // The radio input is hidden; its label is clicked.
  const quantity = (number: string) => filterBar.getByText(number, { exact: true })
  const column = (title: string) => page.getByRole('columnheader', { name: title }).getByRole('button')
  // Each change requests a new list. The first ones warm up the engine.
  const warming = [quantity('4+'), column('Row'), column('Listed')]
  const changes = [
    quantity('2+'),
    quantity('3+'),
    column('Seats'),
    quantity('Any'),
    column('Section'),
    quantity('5+'),
  ]
  const times: number[] = []
  for (const control of [...warming, ...changes]) {
    const box = await control.boundingBox()
    if (box === null) throw new Error('A control of the list is not visible.')
    // Only input and waiting, because a locator would run script of its own in the page.
    const before = await scriptMs(metrics)
    const listLoaded = page.waitForResponse(isList)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await (await listLoaded).finished()
    await pause(500)
    times.push((await scriptMs(metrics)) - before)
  }
  await context.close()
  return times.slice(warming.length)
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

export interface Scrolling extends Frames {
  rows: number
}

/** Dropped frames while the list scrolls and loads pages. */
export async function measureScrolling(site: Site, event: number): Promise<Scrolling> {
  const context = await logIn(site)
  const page = await openEvent(site, context, event)
  const frames = await recordFrames(page, () => scrollDown(page))
  const rows = await page.evaluate<number>(lastRow)
  await context.close()
  return { ...frames, rows }
}
