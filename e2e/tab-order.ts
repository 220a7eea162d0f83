import { expect, type Page } from '@playwright/test'

interface Stop {
  /** `null` when nothing has the focus. */
  name: string | null
  /** Problem with the focus; `''` if there is none. */
  problem: string
}

// Code for the page is a string: this project has no DOM types.
/** Names the tab stops of the page and records the one after each Tab. A radio group is one stop. */
const tools = `
  const stops = new Map()
  const stopOf = (element) => {
    if (element === null || element === document.body || element === document.documentElement) return null
    const group = element.type === 'radio' ? element.closest('[role=radiogroup]') ?? element : element
    // Named once: the text of a field changes when the focus leaves it empty.
    const name = () => group.getAttribute('aria-label') || group.textContent.trim().slice(0, 40) || group.id
    if (!stops.has(group)) stops.set(group, stops.size + ' ' + group.localName + ' ' + name())
    return stops.get(group)
  }
  // A hidden control is shown by its label, and a link that fills a card by the card.
  const shownBy = (element) => [element, element.closest('label'), element.parentElement].filter(Boolean)
  const isRing = (element) => {
    const { outlineStyle, outlineWidth, strokeWidth } = getComputedStyle(element)
    // Blocks of the seating map have a thick edge instead.
    if (element instanceof SVGElement) return parseFloat(strokeWidth) >= 4
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const hasRing = (element) =>
    // The field of the palette marks the line that Enter opens; that of a client is inside two frames.
    element.role === 'combobox' &&
      (document.querySelector('[role=option][aria-selected=true]') !== null ||
        isRing(element.parentElement.parentElement)) ||
    [...shownBy(element), ...element.children, element.closest('article, li, [role=row], [role=radiogroup], [role=group]')]
      .some((each) => each && (isRing(each) || [...each.children].some(isRing)))
  const isInSight = (element) => shownBy(element).some((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    const shares = [0.1, 0.5, 0.9]
    return width > 0 && height > 0 && shares.some((x) => shares.some((y) => {
      const hit = document.elementFromPoint(left + x * width, top + y * height)
      return hit !== null && (each.contains(hit) || hit.contains(each) && hit !== document.body)
    }))
  })
  globalThis.currentStop = () => {
    const element = document.activeElement
    const name = stopOf(element)
    if (name === null || element.localName === 'iframe') return { name, problem: '' }
    return { name, problem: !hasRing(element) ? 'no focus ring' : !isInSight(element) ? 'not in sight' : '' }
  }
  // A dialog is walked on a page that already listens.
  const isListening = globalThis.recordedStops !== undefined
  globalThis.recordedStops = []
  if (!isListening) document.addEventListener('keyup', ({ key }) => key === 'Tab' && recordedStops.push(currentStop()), true)
  // An open dialog keeps Tab inside.
  const area = () => [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
  // Every control that Tab should reach: enabled, visible and not taken out of the tab order.
  const reachable = () => {
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const isReachable = (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.closest('[inert]') === null &&
      element.checkVisibility({ visibilityProperty: true })
    return [...area().querySelectorAll(selector)].filter(isReachable)
  }
  globalThis.expectedStops = () => [...new Set(reachable().map(stopOf))]
  /** Puts the starting point of Tab before the first control or after the last. */
  globalThis.moveTo = (end) => {
    if (area() !== document) {
      reachable().at(end === 'prepend' ? -1 : 0).focus()
      recordedStops.length = 0
      return
    }
    document.activeElement?.blur()
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body[end](start)
    start.focus()
    start.remove()
    recordedStops.length = 0
  }`

const maxStops = 400
const maxFrameStops = 20
const batchSize = 15

/**
 * Presses Tab from the first control of the page, or of its open dialog, to the last and Shift+Tab back. Fails when a control is skipped, is
 * visited twice, keeps the focus, or does not show it.
 */
export async function expectTabOrder(page: Page): Promise<void> {
  await page.evaluate(`{${tools}}`)
  let forwards = await walk(page, 'prepend')
  let skipped = await stopsWithout(page, forwards)
  if (skipped.length > 0) {
    // A required field that was left empty may be rendered again with its error.
    forwards = await walk(page, 'prepend')
    skipped = await stopsWithout(page, forwards)
  }
  expect(skipped, `controls that Tab skips at ${page.url()}`).toEqual([])
  const backwards = await walk(page, 'append')
  expect(backwards.toReversed(), `Shift+Tab at ${page.url()}`).toEqual(forwards)
}

async function stopsWithout(page: Page, visited: readonly string[]): Promise<string[]> {
  const expected = await page.evaluate<string[]>('expectedStops()')
  return expected.filter((stop) => !visited.includes(stop))
}

/** The names of the visited stops, from one end of the page to the other. */
async function walk(page: Page, start: 'prepend' | 'append'): Promise<string[]> {
  await page.evaluate(`moveTo('${start}')`)
  const key = start === 'prepend' ? 'Tab' : 'Shift+Tab'
  // A page does not see the keys in its frames.
  const hasFrame = (await page.locator('iframe').count()) > 0
  const press = hasFrame ? pressOnce : await batchPress(page)
  const names: string[] = []
  const problems: string[] = []
  let framePresses = 0
  while (names.length < maxStops) {
    for (const { name, problem } of await press(page, key)) {
      if (name === null || name === names[0]) {
        expect.soft(problems, `focus at ${page.url()}, ${key}`).toEqual([])
        return names
      }
      // The fields inside a frame are tab stops of their own.
      if (hasFrame && name === names.at(-1) && framePresses++ < maxFrameStops) continue
      expect(names, `stops before ${name} at ${page.url()}`).not.toContain(name)
      names.push(name)
      if (problem !== '') problems.push(`${name}: ${problem}`)
    }
  }
  throw new Error(`${key} does not leave ${page.url()}`)
}

async function pressOnce(page: Page, key: string): Promise<Stop[]> {
  await page.keyboard.press(key)
  return [await page.evaluate<Stop>('currentStop()')]
}

/** Presses a key several times without waiting for the page in between, which takes a fraction of the time. */
async function batchPress(page: Page): Promise<typeof pressOnce> {
  const session = await page.context().newCDPSession(page)
  return async (_, key) => {
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: key === 'Tab' ? 0 : 8 }
    const events = Array.from({ length: batchSize }, () => ['rawKeyDown', 'keyUp'] as const).flat()
    await Promise.all(events.map((type) => session.send('Input.dispatchKeyEvent', { type, ...tab })))
    return page.evaluate<Stop[]>('recordedStops.splice(0)')
  }
}
