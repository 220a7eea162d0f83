import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync(new URL('./widget/widget.js', import.meta.url), 'utf8')

/** As much of a browser's page as is looked at here. */
interface Element {
  textContent: string
  hidden: boolean
  children: ArrayLike<Element>
  lastElementChild: Element | null
  shadowRoot: Element | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
  dispatchEvent(event: object): void
}
interface Page {
  document: { body: Element }
  CSSStyleSheet: { prototype: { replaceSync?: () => void } }
  Event: new (name: string, options: object) => object
  Intercom(name: string, ...values: unknown[]): void
  eval(script: string): void
}
type Jsdom = { JSDOM: new (html: string, options: object) => { window: Page } }
// The library comes without types of its own.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom

let page: Page
let run: (name: string, ...values: unknown[]) => void

/** A page as the provider's library leaves it before the script comes: settings, and calls that wait. */
beforeEach(() => {
  page = new JSDOM('<main></main>', { runScripts: 'outside-only' }).window
  // What jsdom does not draw it does not read either.
  page.CSSStyleSheet.prototype.replaceSync = () => undefined
  const waiting: unknown[][] = []
  Object.assign(page, {
    intercomSettings: { app_id: 'local', name: 'Jane Miller', vertical_padding: 92 },
    Intercom: Object.assign((...call: unknown[]) => waiting.push(call), { q: waiting }),
  })
  run = (name, ...values) => page.Intercom(name, ...values)
})

const inside = () => page.document.body.lastElementChild?.shadowRoot
const panel = () => inside()?.querySelector('.panel')
const texts = () => [...(inside()?.querySelectorAll('.log p') ?? [])].map((line) => line.textContent)

test('boots with the settings of the page, greets by name, and runs what was called before it came', () => {
  const onUnread = vi.fn<(count: number) => void>()
  run('onUnreadCountChange', onUnread)
  page.eval(script)
  expect(texts()).toEqual(['Hello Jane Miller! How can we help?'])
  expect(onUnread).toHaveBeenLastCalledWith(1)
  expect(panel()?.hidden).toBe(true)
})

test('show opens it and what is unread is read; hide closes it; both are told', () => {
  page.eval(script)
  const told: string[] = []
  run('onShow', () => told.push('shown'))
  run('onHide', () => told.push('hidden'))
  run('onUnreadCountChange', (count: number) => told.push(`${count} unread`))
  run('show')
  expect(panel()?.hidden).toBe(false)
  run('hide')
  expect(panel()?.hidden).toBe(true)
  expect(told).toEqual(['1 unread', '0 unread', 'shown', 'hidden'])
})

test('what is written is text, whatever it looks like, and is answered on the page', () => {
  page.eval(script)
  run('showNewMessage', '<img src=x onerror=alert(1)>')
  inside()
    ?.querySelector('form')
    ?.dispatchEvent(new page.Event('submit', { bubbles: true, cancelable: true }))
  expect(texts()[1]).toBe('<img src=x onerror=alert(1)>')
  expect(texts()[2]).toContain('nothing you write leaves this page')
  expect(inside()?.querySelector('img')).toBeNull()
})

test('shutdown takes it off with all that was said; the next boot greets the next user', () => {
  page.eval(script)
  run('showNewMessage', 'A secret')
  run('shutdown')
  expect(page.document.body.children).toHaveLength(1)
  run('update', { last_request_at: 1 })
  run('boot', { app_id: 'local', name: 'Ada' })
  expect(texts()).toEqual(['Hello Ada! How can we help?'])
})
