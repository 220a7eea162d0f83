import type { Page } from '@playwright/test'
import { logIn, type Site } from '../browser-site.ts'
import { recordFrames, scrollDown, type Frames } from './frames.ts'

// Code for the page is a string: this file is not compiled for browsers.
const startLooking = `
  globalThis.deskFrames = { all: 0, blank: 0, pending: 0 }
  globalThis.deskLooking = true
  const grid = document.querySelector('[data-grid]')
  const look = () => {
    const { top, bottom } = grid.getBoundingClientRect()
    const rows = [...grid.querySelectorAll('[data-position]')]
      .map((row) => ({ box: row.getBoundingClientRect(), isPending: row.textContent === 'Loading' }))
      .filter(({ box }) => box.bottom > top && box.top < bottom)
    const height = rows.reduce((sum, { box }) => sum + Math.min(box.bottom, bottom) - Math.max(box.top, top), 0)
    const header = grid.querySelector('[role=columnheader]')?.getBoundingClientRect().height ?? 0
    deskFrames.all += 1
    if (height < bottom - top - header - 2) deskFrames.blank += 1
    if (rows.some(({ isPending }) => isPending)) deskFrames.pending += 1
    if (deskLooking) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
const endLooking = `(globalThis.deskLooking = false, deskFrames)`

export interface DeskScrolling extends Frames {
  /** Until the first rows are shown, from the start of the navigation. */
  firstRowsMs: number
  /** Share of the frames in which a part of the list had no rows, or rows that were still loading. */
  blankShare: number
  loadingShare: number
}

/** Scrolls the inventory of a seller from its first row, in a browser. */
export async function scrollDesk(site: Site): Promise<DeskScrolling> {
  const context = await logIn(site, { role: 'seller', can_buy: false, can_sell: true })
  const page = await context.newPage()
  const from = performance.now()
  await page.goto(`${site.origin}/sell/inventory`)
  await page.locator('[data-grid] [data-position="5"]').waitFor()
  const firstRowsMs = Math.round(performance.now() - from)
  await page.waitForLoadState('networkidle')
  await look(page)
  const frames = await recordFrames(page, () => scrollDown(page))
  const seen = await page.evaluate<{ all: number; blank: number; pending: number }>(endLooking)
  await context.close()
  const share = (count: number) => Number((count / seen.all).toFixed(4))
  return { ...frames, firstRowsMs, blankShare: share(seen.blank), loadingShare: share(seen.pending) }
}

async function look(page: Page): Promise<void> {
  await page.evaluate(startLooking)
}
