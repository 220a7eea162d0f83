import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync(new URL('./widget/widget.js', import.meta.url), 'utf8')

/** The subset of the DOM that these tests use. */
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
// jsdom ships no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom

let page: Page
let run: (name: string, ...values: unknown[]) => void

/** The page before the widget script loads: settings, and a queue of calls. */
beforeEach(() => {
  page = new JSDOM('<main></main>', { runScripts: 'outside-only' }).window
  // jsdom does not apply style sheets.
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

test('boots with the page’s settings, greets by name and runs queued calls', () => {
  const onUnread = vi.fn<(count: number) => void>()
  run('onUnreadCountChange', onUnread)
  page.eval(script)
  expect(texts()).toEqual(['Hello Jane Miller! How can we help?'])
  expect(onUnread).toHaveBeenLastCalledWith(1)
  expect(panel()?.hidden).toBe(true)
})

test('show opens the panel and marks messages as read, hide closes it, and both notify listeners', () => {
  page.eval(script)
  const calls: string[] = []
  run('onShow', () => calls.push('shown'))
  run('onHide', () => calls.push('hidden'))
  run('onUnreadCountChange', (count: number) => calls.push(`${count} unread`))
  run('show')
  expect(panel()?.hidden).toBe(false)
  run('hide')
  expect(panel()?.hidden).toBe(true)
  expect(calls).toEqual(['1 unread', '0 unread', 'shown', 'hidden'])
})

test('a message is rendered as text, and the reply appears on the page', () => {
  page.eval(script)
  run('showNewMessage', '<img src=x onerror=alert(1)>')
  inside()
    ?.querySelector('form')
    ?.dispatchEvent(new page.Event('submit', { bubbles: true, cancelable: true }))
  expect(texts()[1]).toBe('<img src=x onerror=alert(1)>')
  expect(texts()[2]).toContain('nothing you write leaves this page')
  expect(inside()?.querySelector('img')).toBeNull()
})

test('shutdown removes the widget and its messages; the next boot greets the next user', () => {
  page.eval(script)
  run('showNewMessage', 'A secret')
  run('shutdown')
  expect(page.document.body.children).toHaveLength(1)
  run('update', { last_request_at: 1 })
  run('boot', { app_id: 'local', name: 'Ada' })
  expect(texts()).toEqual(['Hello Ada! How can we help?'])
})
